import { type MembersView, mayDo } from "@hooklane/contracts";
import { listInvitations, listMembers } from "@hooklane/db";
import type { Services } from "../../services.ts";
import type { Acting } from "../actor.ts";
import { invitationView, memberView } from "./member-view.ts";

/** The people of a tenant; for those who may invite, the open invitations as well. */
export async function listTenantMembers({ db, now }: Services, { tenantId, role }: Acting): Promise<MembersView> {
  const members = await listMembers(db, tenantId);
  if (!role || !mayDo(role, "members:write")) return { members: members.map(memberView), invitations: [] };
  const names = new Map(members.map(({ user }) => [user.id, user.email]));
  const invitations = await listInvitations(db, tenantId);
  return { members: members.map(memberView), invitations: invitations.map((row) => invitationView(row, names, now())) };
}
