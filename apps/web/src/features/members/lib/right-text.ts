import type { Right } from "@hooklane/contracts";

/** What each right lets a person do. */
export const rightText: Readonly<Record<Right, string>> = {
  "endpoints:write": "Create, change, pause and delete endpoints, rotate their secrets",
  "secrets:reveal": "See signing secrets",
  "secrets:write": "Rotate and end signing secrets",
  "tests:send": "Send test events",
  "replays:write": "Replay deliveries",
  "event_types:write": "Keep the catalogue of event types",
  "keys:write": "Create and revoke API keys",
  "members:write": "Invite and remove members, change roles",
  "payloads:erase": "Erase payloads",
  "alerts:write": "Acknowledge, mute and resolve alerts",
  "notifications:write": "Choose what alerts send them mail",
  "audit:read": "Read and export the audit log",
  "workspace:write": "Rename the workspace",
  "workspace:export": "Export the workspace",
  "workspace:delete": "Delete the workspace, or keep it",
  "owners:write": "Make owners, and change or remove one",
};
