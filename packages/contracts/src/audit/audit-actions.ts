import type { AuditEntryView } from "./audit.ts";
import { lookText } from "./looks.ts";

/** Every action that the audit log can hold, with what it says in words. Nothing else is written to the log, and an action never changes its meaning. */
export const auditActions = {
  "alert.acknowledge": "Acknowledged an alert",
  "alert.mute": "Muted an alert",
  "alert.reopen": "Opened an alert again",
  "alert.resolve": "Resolved an alert",
  "api_key.create": "Created an API key",
  "api_key.revoke": "Revoked an API key",
  "authorization.refuse": "Was refused",
  "delivery.replay": "Replayed a delivery",
  "event.erase_payload": "Erased a payload",
  "event_type.create": "Added an event type",
  "event_type.update": "Changed an event type",
  "host.set_limit": "Changed the limit of a host",
  "invitation.accept": "Accepted an invitation",
  "invitation.create": "Invited a person",
  "invitation.resend": "Sent an invitation again",
  "invitation.revoke": "Took an invitation back",
  "job.retry": "Started a failed job again",
  "member.change_role": "Changed a role",
  "member.leave": "Left the workspace",
  "member.remove": "Removed a member",
  "notifications.choose": "Chose what mail of alerts they get",
  "notifications.set_default": "Chose what mail of alerts members get",
  "replay.cancel": "Cancelled a replay",
  "replay.pause": "Paused a replay",
  "replay.resume": "Resumed a replay",
  "replay.set_rate": "Changed the rate of a replay",
  "replay.start": "Started a replay",
  "secret.reveal": "Looked at signing secrets",
  "secret.revoke_previous": "Ended earlier signing secrets",
  "secret.rotate": "Rotated a signing secret",
  "session.confirm": "Confirmed who they are",
  "session.create": "Signed in",
  "session.refuse": "Was refused at sign-in",
  "session.refuse_confirmation": "Did not confirm who they are",
  "session.revoke": "Ended a session",
  "staff.grant": "Made a person support staff",
  "staff.revoke": "Took a person out of the support staff",
  "subscription.create": "Created an endpoint",
  "subscription.delete": "Deleted an endpoint",
  "subscription.disable": "Disabled an endpoint",
  "subscription.enable": "Enabled an endpoint",
  "subscription.pause": "Paused an endpoint",
  "subscription.resume": "Resumed an endpoint",
  "subscription.test": "Sent a test event",
  "subscription.update": "Changed an endpoint",
  "support.look": "Looked at something on a support visit",
  "support.read_mail": "Read a mail in the outbox",
  "support.visit_elevate": "Let a support visit make changes",
  "support.visit_end": "Ended a support visit",
  "support.visit_start": "Began a support visit",
  "tenant.ask_to_delete": "Asked for the workspace to be deleted",
  "tenant.create": "Created the workspace",
  "tenant.delete": "Deleted the workspace for good",
  "tenant.export": "Exported the workspace",
  "tenant.keep": "Kept the workspace",
  "tenant.rename": "Renamed the workspace",
  "tenant.set_limits": "Changed plan or limits",
  "tenant.set_plan": "Changed the plan",
  "user.ask_to_change_email": "Asked to change the e-mail address",
  "user.change_email": "Changed the e-mail address",
  "user.change_password": "Changed the password",
  "user.confirm_email": "Confirmed the e-mail address",
  "user.create": "Created an account",
  "user.disable": "Disabled an account",
  "user.disable_two_factor": "Turned two-factor off",
  "user.enable": "Enabled an account",
  "user.enable_two_factor": "Turned two-factor on",
  "user.link_service": "Linked a sign-in service",
  "user.rename": "Changed their name",
  "user.renew_recovery_codes": "Made new recovery codes",
  "user.reset_password": "Reset the password",
} as const satisfies Record<`${string}.${string}`, string>;

export type AuditAction = keyof typeof auditActions;

/** What an action is about: its name up to the dot. */
export type AuditActionKind = AuditAction extends `${infer Kind}.${string}` ? Kind : never;

/** The actions of one kind. */
export type AuditActionOf<Kind extends AuditActionKind> = Extract<AuditAction, `${Kind}.${string}`>;

/** Kinds of actions, as a person chooses among them in a workspace's log; null for what no workspace's log holds. */
export const auditActionKinds: Readonly<Record<AuditActionKind, string | null>> = {
  alert: "Alerts",
  api_key: "API keys",
  authorization: "Refusals",
  delivery: "Replayed deliveries",
  event: "Events",
  event_type: "Event types",
  host: null,
  invitation: "Invitations",
  job: null,
  member: "Members",
  notifications: "Mail of alerts",
  replay: "Replays",
  secret: "Secrets",
  session: null,
  staff: null,
  subscription: "Endpoints",
  support: "Support visits",
  tenant: "Workspace",
  user: "Accounts",
};

const isAuditAction = (action: string): action is AuditAction => Object.hasOwn(auditActions, action);

/** What an entry says, in words. An action of a product that is newer than this page is told as it is called. */
export function auditEntryText({ action, after }: Pick<AuditEntryView, "action" | "after">): string {
  if (action === ("support.look" satisfies AuditAction) && after) return lookText(after.call);
  if (isAuditAction(action)) return auditActions[action];
  const words = action.replaceAll(/[._]/g, " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
