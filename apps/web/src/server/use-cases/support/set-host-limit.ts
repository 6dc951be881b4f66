import type { HostLimitView, SetHostLimit } from "@hooklane/contracts";
import { audit, listHostLimits as readHostLimits, writeHostLimit } from "@hooklane/db";
import type { Staff } from "../../auth/act-as-staff.ts";
import { done, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { visitsAlready } from "./refusals.ts";

export const listHostLimits = async ({ db }: Pick<Services, "db">): Promise<HostLimitView[]> =>
  (await readHostLimits(db)).map(({ host, cap, note, updatedAt }) => ({ host, cap, note, updated_at: updatedAt.toISOString() }));

/** Sets what one host may have in flight, over all tenants that send to it; null: the configured cap again. Workers follow within seconds. */
export async function setHostLimit(
  { db, now }: Pick<Services, "db" | "now">,
  staff: Staff,
  { host, cap, note }: SetHostLimit,
): Promise<Result<{ host: string }>> {
  if (staff.visit) return visitsAlready;
  return db.$transaction(async (tx): Promise<Result<{ host: string }>> => {
    const before = await writeHostLimit(tx, now(), host, cap, note);
    await audit(tx, now(), {
      tenantId: null,
      actor: staff.actor,
      action: "host.set_limit",
      targetKind: "host",
      targetId: null,
      before: { cap: before },
      after: { host, cap, ...(note !== "" && { note }) },
      correlationId: staff.requestId,
    });
    return done({ host });
  });
}
