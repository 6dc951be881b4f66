/** What a member of a tenant is. The array goes from the most rights to the fewest. */
export const roles = ["owner", "admin", "developer", "viewer"] as const;
export type Role = (typeof roles)[number];

/** What a member may do beyond reading what all may read. */
export const rights = [
  "endpoints:write",
  "secrets:reveal",
  "secrets:write",
  "tests:send",
  "replays:write",
  "keys:write",
  "members:write",
  "event_types:write",
  "payloads:erase",
  "audit:read",
  "workspace:write",
  "workspace:export",
  "workspace:delete",
  "owners:write",
  "alerts:write",
  "notifications:write",
] as const;
export type Right = (typeof rights)[number];

const ofOwnersAlone: readonly Right[] = ["workspace:delete", "owners:write"];

/** Every member reads all of the tenant's but secrets and the audit log; the rest goes by role. */
export const rightsOfRole: Readonly<Record<Role, readonly Right[]>> = {
  owner: rights,
  admin: rights.filter((right) => !ofOwnersAlone.includes(right)),
  developer: [
    "endpoints:write",
    "secrets:reveal",
    "secrets:write",
    "tests:send",
    "replays:write",
    "event_types:write",
    "alerts:write",
    "notifications:write",
  ],
  viewer: ["notifications:write"],
};

export const mayDo = (role: Role, right: Right): boolean => rightsOfRole[role].includes(right);

/**
 * What support staff may do in a tenant that they visit, once the visit is elevated. Not in it: whatever shows, makes or ends a credential, changes who belongs to
 * the tenant, or cannot be undone.
 */
export const visitRights = [
  "endpoints:write",
  "tests:send",
  "replays:write",
  "event_types:write",
  "alerts:write",
] as const satisfies readonly Right[];

export const mayDoOnVisit = (right: Right): boolean => (visitRights as readonly Right[]).includes(right);
