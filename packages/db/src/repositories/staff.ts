import type { Prisma } from "../prisma-client.ts";

export interface StaffChange {
  userId: string;
  /** Whether anything changed. */
  changed: boolean;
  /** Live sessions that ended with the change: rights never change under a session that was begun without them. */
  endedSessions: number;
  /** Visits that were under way. */
  visitIds: string[];
}

/** Makes a person one of the support staff, or takes that away. @returns undefined when nobody has proved to have the address */
export async function setStaff(
  tx: Prisma.TransactionClient,
  nowMs: number,
  email: string,
  staff: boolean,
): Promise<StaffChange | undefined> {
  // Of those who gave the address, the one who proved to read its mail
  const user = await tx.user.findFirst({ where: { email, emailVerifiedAt: { not: null } }, select: { id: true, staff: true } });
  if (!user) return undefined;
  if (user.staff === staff) return { userId: user.id, changed: false, endedSessions: 0, visitIds: [] };
  const now = new Date(nowMs);
  await tx.user.update({ where: { id: user.id }, data: { staff } });
  const visits = await tx.supportVisit.findMany({ where: { staffId: user.id, endedAt: null, endsAt: { gt: now } }, select: { id: true } });
  const live = { userId: user.id, revokedAt: null, expiresAt: { gt: now } };
  const { count: endedSessions } = await tx.session.updateMany({ where: live, data: { revokedAt: now } });
  return { userId: user.id, changed: true, endedSessions, visitIds: visits.map(({ id }) => id) };
}
