import { z } from "zod";
import { emailSchema, MAX_NAME_CHARACTERS, passwordSchema } from "./credentials.ts";
import { type Role, roles } from "./roles.ts";

const role = z.enum(roles);

export const inviteSchema = z.strictObject({ email: emailSchema, role });
export const changeRoleSchema = z.strictObject({ userId: z.string(), role });
/** The token inside an invitation's link. */
export const invitationTokenSchema = z.strictObject({ token: z.string().min(20).max(100) });
/** Accepting an invitation without having an account. */
export const joinSchema = z.strictObject({
  token: z.string().min(20).max(100),
  name: z.string().trim().max(MAX_NAME_CHARACTERS, `a name has at most ${MAX_NAME_CHARACTERS} characters`),
  password: passwordSchema,
});

export interface MemberView {
  id: string;
  name: string;
  email: string;
  role: Role;
  joined_at: string;
  two_factor: boolean;
  disabled: boolean;
}

export interface InvitationView {
  id: string;
  email: string;
  role: Role;
  invited_by: string | null;
  created_at: string;
  expires_at: string;
  expired: boolean;
}

/** The people of a workspace, and those who were asked in; the latter only for those who may ask. */
export interface MembersView {
  members: MemberView[];
  invitations: InvitationView[];
}

/** What an invitation's link shows to whoever opens it. */
export interface InvitationOffer {
  workspace: string;
  email: string;
  role: Role;
  /** Whether the address has an account already, which then signs in to accept. */
  has_account: boolean;
}
