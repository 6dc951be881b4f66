import { audit, type Plan, type PrismaClient, setPlan as writePlan } from "@hooklane/db";

/** Puts a tenant on another plan, on the operator's account. @returns the plan before, or undefined when there is no such tenant */
export async function setPlan(
  { db, now }: { db: PrismaClient; now: () => number },
  tenantId: string,
  plan: Plan,
): Promise<string | undefined> {
  return db.$transaction(async (tx) => {
    const before = await writePlan(tx, tenantId, plan);
    if (before !== undefined && before !== plan) {
      await audit(tx, now(), {
        tenantId,
        actor: { kind: "operator" },
        action: "tenant.set_plan",
        targetKind: "tenant",
        targetId: tenantId,
        before: { plan: before },
        after: { plan },
        correlationId: null,
      });
    }
    return before;
  });
}
