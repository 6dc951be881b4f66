import { type InvitationView, type MemberView, publicId, type Role } from "@hooklane/contracts";
import type { Invitation, listMembers } from "@hooklane/db";

export const memberView = ({ user, role, createdAt }: Awaited<ReturnType<typeof listMembers>>[number]): MemberView => ({
  id: publicId("user", user.id),
  name: user.name,
  email: user.email,
  role: role as Role,
  joined_at: createdAt.toISOString(),
  two_factor: user.totpEnabledAt !== null,
  disabled: user.disabledAt !== null,
});

/** @param names addresses of people, by their ids */
export const invitationView = (
  { id, email, role, invitedBy, createdAt, expiresAt }: Invitation,
  names: ReadonlyMap<string, string>,
  nowMs: number,
): InvitationView => ({
  id: publicId("invitation", id),
  email,
  role: role as Role,
  invited_by: invitedBy === null ? null : (names.get(invitedBy) ?? null),
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
  expired: expiresAt.getTime() <= nowMs,
});
