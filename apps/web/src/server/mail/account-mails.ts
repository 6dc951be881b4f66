import type { NewMail } from "@hooklane/db";

const HOUR = "The link works once, for an hour.";
const unasked = "If you did not ask for this, you need do nothing.";

/** Where a link of a mail leads. The token is after the `#`: it reaches neither logs nor other sites. */
export const linkTo = (publicUrl: string, path: string, token: string): string => `${publicUrl}${path}#${token}`;

/** To whoever signed up: the address becomes theirs with the link. */
export const confirmAddress = (to: string, url: string): NewMail => ({
  to,
  kind: "verify-email",
  tenantId: null,
  content: {
    subject: "Confirm your e-mail address",
    paragraphs: ["Open this link to confirm that this address is yours. Until then you can look around, but change nothing."],
    action: { label: "Confirm this address", url },
    closing: [HOUR, "If you did not sign up, ignore this mail: without the link nothing happens."],
  },
});

/** To the owner of an address with which somebody signed up again. */
export const addressHasAccount = (to: string, publicUrl: string): NewMail => ({
  to,
  kind: "account-notice",
  tenantId: null,
  content: {
    subject: "You have an account already",
    paragraphs: [
      "Somebody signed up with this address, which has an account. The account is as it was.",
      "If it was you, sign in with the password that you have, or choose a new one with “Forgot your password?”.",
    ],
    action: { label: "Sign in", url: `${publicUrl}/sign-in` },
    closing: ["If it was not you, you need do nothing."],
  },
});

export const resetPasswordMail = (to: string, url: string): NewMail => ({
  to,
  kind: "reset-password",
  tenantId: null,
  content: {
    subject: "Choose a new password",
    paragraphs: ["Somebody asked for a new password for your account. Open this link to choose one. All sessions of the account end then."],
    action: { label: "Choose a new password", url },
    closing: [HOUR, `${unasked} The password stays as it is.`],
  },
});

export const changeAddressMail = (to: string, url: string): NewMail => ({
  to,
  kind: "verify-email",
  tenantId: null,
  content: {
    subject: "Confirm your new e-mail address",
    paragraphs: ["Open this link to make this the address that you sign in with. Until then the old one stays."],
    action: { label: "Use this address", url },
    closing: [HOUR, unasked],
  },
});

/** That something about an account changed, for who did not do it to notice. @param what a full sentence */
export const accountNotice = (to: string, subject: string, what: string, publicUrl: string): NewMail => ({
  to,
  kind: "account-notice",
  tenantId: null,
  content: {
    subject,
    paragraphs: [what, "If it was not you, choose a new password now: that ends all sessions of the account."],
    action: { label: "Choose a new password", url: `${publicUrl}/forgot-password` },
  },
});

export const invitationMail = (
  to: string,
  invitation: { tenantId: string; workspace: string; role: string; invitedBy: string; url: string },
): NewMail => ({
  to,
  kind: "invitation",
  tenantId: invitation.tenantId,
  content: {
    subject: `Invitation to ${invitation.workspace}`,
    paragraphs: [`${invitation.invitedBy} invites you to a workspace on Hooklane, where a team looks after its webhooks.`],
    facts: [
      ["Workspace", invitation.workspace],
      ["Your role", invitation.role],
    ],
    action: { label: "See the invitation", url: invitation.url },
    closing: ["The invitation can be accepted for 7 days.", "If you do not know who this is, ignore this mail."],
  },
});

/** That a member's place in a workspace changed. @param what a full sentence */
export const membershipNotice = (to: string, tenantId: string, subject: string, what: string): NewMail => ({
  to,
  kind: "account-notice",
  tenantId,
  content: { subject, paragraphs: [what] },
});

/** To the owners of a workspace that is to be deleted. */
export const deletionNotice = (to: string, tenantId: string, workspace: string, deleteAt: string, url: string): NewMail => ({
  to,
  kind: "account-notice",
  tenantId,
  content: {
    subject: `${workspace} will be deleted`,
    paragraphs: [
      "An owner asked for this workspace to be deleted. Nothing is accepted or sent from now on. Until the day below any owner can keep it after all.",
    ],
    facts: [
      ["Workspace", workspace],
      ["To be deleted", deleteAt],
    ],
    action: { label: "Open its settings", url },
  },
});
