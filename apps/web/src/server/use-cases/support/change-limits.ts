import { type ChangeLimits, type PlanField, planFields } from "@hooklane/contracts";
import { audit, lockTenantLimits, writeTenantLimits } from "@hooklane/db";
import type { Staff } from "../../auth/act-as-staff.ts";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { refuseStale } from "../actor.ts";
import { visitsAlready } from "./refusals.ts";

/** Puts a tenant on a plan, and sets what differs from it. The tenant's own log says who did it and why. */
export async function changeLimits(
  { db, now }: Pick<Services, "db" | "now">,
  staff: Staff,
  tenantId: string,
  { plan, override: wanted, reason }: ChangeLimits,
): Promise<Result<{ changed: boolean }>> {
  if (staff.visit) return visitsAlready;
  const stale = refuseStale("support.changeLimits", staff, now());
  if (stale) return stale;
  const override = readOverride(wanted);
  return db.$transaction(async (tx): Promise<Result<{ changed: boolean }>> => {
    const before = await lockTenantLimits(tx, tenantId);
    if (!before) return notFound;
    const after = { plan, override };
    if (isSame(before.override, override) && before.plan === plan) return done({ changed: false });
    await writeTenantLimits(tx, tenantId, after);
    await audit(tx, now(), {
      tenantId,
      actor: staff.actor,
      action: "tenant.set_limits",
      targetKind: "tenant",
      targetId: tenantId,
      before: { plan: before.plan, override: before.override ?? {} },
      after: { plan, override: override ?? {}, reason },
      correlationId: staff.requestId,
    });
    return done({ changed: true });
  });
}

const names = Object.keys(planFields) as PlanField[];

/** Null when nothing differs from the plan. */
function readOverride(wanted: ChangeLimits["override"]): Record<string, number> | null {
  const set = names.flatMap((name) => (wanted[name] == null ? [] : [[name, wanted[name]] as const]));
  return set.length === 0 ? null : Object.fromEntries(set);
}

const isSame = (one: Record<string, number> | null, other: Record<string, number> | null): boolean =>
  names.every((name) => (one?.[name] ?? null) === (other?.[name] ?? null));
