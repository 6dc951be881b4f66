import { foldEmail } from "@hooklane/contracts";
import { audit, type PrismaClient, type StaffChange, setStaff as writeStaff } from "@hooklane/db";
import { writeVisitEnd } from "./record-visit-end.ts";

/** Makes a person one of the support staff, or takes that away, on the operator's account. @returns undefined when nobody has the address */
export async function setStaff(
  { db, now }: { db: PrismaClient; now: () => number },
  address: string,
  staff: boolean,
): Promise<StaffChange | undefined> {
  const email = foldEmail(address);
  return db.$transaction(async (tx) => {
    const change = await writeStaff(tx, now(), email, staff);
    if (!change?.changed) return change;
    for (const visitId of change.visitIds) await writeVisitEnd(tx, now(), visitId, "staff_revoked", null);
    await audit(tx, now(), {
      tenantId: null,
      actor: { kind: "operator" },
      action: staff ? "staff.grant" : "staff.revoke",
      targetKind: "user",
      targetId: change.userId,
      after: { email },
      correlationId: null,
    });
    return change;
  });
}
