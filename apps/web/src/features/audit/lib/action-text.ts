/** What an entry says, in words; an action that is not listed is told as it is called. */
const texts: Readonly<Record<string, string>> = {
  "api_key.create": "Created an API key",
  "api_key.revoke": "Revoked an API key",
  "authorization.refuse": "Was refused",
  "event.erase_payload": "Erased a payload",
  "event_type.create": "Added an event type",
  "event_type.update": "Changed an event type",
  "invitation.accept": "Accepted an invitation",
  "invitation.create": "Invited a person",
  "invitation.resend": "Sent an invitation again",
  "invitation.revoke": "Took an invitation back",
  "member.change_role": "Changed a role",
  "member.leave": "Left the workspace",
  "member.remove": "Removed a member",
  "secret.reveal": "Looked at signing secrets",
  "secret.revoke_previous": "Ended earlier signing secrets",
  "secret.rotate": "Rotated a signing secret",
  "subscription.create": "Created an endpoint",
  "subscription.delete": "Deleted an endpoint",
  "subscription.disable": "Disabled an endpoint",
  "subscription.enable": "Enabled an endpoint",
  "subscription.pause": "Paused an endpoint",
  "subscription.resume": "Resumed an endpoint",
  "subscription.update": "Changed an endpoint",
  "support.read_mail": "Read a mail in the outbox",
  "support.visit_elevate": "Let a support visit make changes",
  "support.visit_end": "Ended a support visit",
  "support.visit_start": "Began a support visit",
  "tenant.ask_to_delete": "Asked for the workspace to be deleted",
  "tenant.create": "Created the workspace",
  "tenant.export": "Exported the workspace",
  "tenant.keep": "Kept the workspace",
  "tenant.rename": "Renamed the workspace",
  "tenant.set_limits": "Changed plan or limits",
  "tenant.set_plan": "Changed the plan",
  "user.create": "Created an account",
};

export function actionText(action: string): string {
  const known = texts[action];
  if (known) return known;
  const words = action.replaceAll(/[._]/g, " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Kinds of actions to choose from. */
export const actionKinds = [
  ["api_key", "API keys"],
  ["authorization", "Refusals"],
  ["event", "Events"],
  ["event_type", "Event types"],
  ["invitation", "Invitations"],
  ["member", "Members"],
  ["secret", "Secrets"],
  ["subscription", "Endpoints"],
  ["support", "Support visits"],
  ["tenant", "Workspace"],
] as const;
