import { foldEmail } from "@hooklane/contracts";
import { audit, findUserByEmail, type PrismaClient, revokeSessions } from "@hooklane/db";

/**
 * Disables an account, or enables it again, on the operator's account. Disabling ends its sessions; its keys belong to their workspaces and stay.
 * @returns undefined when nobody owns the address
 */
export async function setDisabled(
  { db, now }: { db: PrismaClient; now: () => number },
  address: string,
  disabled: boolean,
): Promise<{ userId: string; sessionsEnded: number } | undefined> {
  return db.$transaction(async (tx) => {
    const user = await findUserByEmail(tx, foldEmail(address));
    if (!user) return undefined;
    if ((user.disabledAt !== null) === disabled) return { userId: user.id, sessionsEnded: 0 };
    await tx.user.update({ where: { id: user.id }, data: { disabledAt: disabled ? new Date(now()) : null } });
    const ended = disabled ? await revokeSessions(tx, now(), user.id, { allBut: undefined }) : [];
    await audit(tx, now(), {
      tenantId: null,
      actor: { kind: "operator" },
      action: disabled ? "user.disable" : "user.enable",
      targetKind: "user",
      targetId: user.id,
      after: { sessions_ended: ended.length },
      correlationId: null,
    });
    return { userId: user.id, sessionsEnded: ended.length };
  });
}
