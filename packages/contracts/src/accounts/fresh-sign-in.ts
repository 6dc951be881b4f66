/** For so long after somebody proved who they are, they are not asked again. */
export const FRESH_SIGN_IN_MS = 10 * 60_000;

/** What is done only by somebody who has proved lately who they are: by procedure, with what it is in words. Programs prove themselves by each call's key. */
export const freshDemands = {
  "secrets.reveal": "look at signing secrets",
  "keys.create": "create an API key",
  "invitations.create": "invite somebody",
  "invitations.resend": "send an invitation again",
  "members.changeRole": "change somebody’s role",
  "members.remove": "remove a member",
  "workspace.delete": "delete the workspace",
  "support.changeLimits": "change a workspace’s plan or limits",
  "support.applyCapacity": "raise a workspace’s limit",
} as const;
export type FreshDemand = keyof typeof freshDemands;
