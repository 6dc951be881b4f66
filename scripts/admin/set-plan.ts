import { parsePublicId } from "@hooklane/contracts";
import { type Plan, plans } from "@hooklane/db";
import { setPlan } from "../../apps/web/src/server/use-cases/tenants/set-plan.ts";
import { openControlPlane } from "../runtime/control-plane.ts";
import type { AdminCommand } from "./command.ts";

export const setPlanCommand: AdminCommand = {
  usage: `--tenant ten_… --plan ${plans.join("|")}`,
  does: "puts a tenant on another plan",
  options: ["tenant", "plan"],
  run: async ({ tenant = "", plan = "" }, appUrl) => {
    const tenantId = parsePublicId("tenant", tenant);
    if (!tenantId) return { ok: false, problem: `"${tenant}" is not a tenant's id` };
    if (!isPlan(plan)) return { ok: false, problem: `"${plan}" is not a plan: ${plans.join(", ")}` };
    const { db, now, close } = await openControlPlane(appUrl);
    try {
      const before = await setPlan({ db, now }, tenantId, plan);
      if (before === undefined) return { ok: false, problem: `There is no tenant ${tenant}` };
      return { ok: true, result: { tenant_id: tenant, plan, plan_before: before } };
    } finally {
      await close();
    }
  },
};

const isPlan = (text: string): text is Plan => (plans as readonly string[]).includes(text);
