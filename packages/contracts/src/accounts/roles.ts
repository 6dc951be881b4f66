/** What a member of a tenant is. The array goes from the most rights to the fewest. */
export const roles = ["owner", "admin", "developer", "viewer"] as const;
export type Role = (typeof roles)[number];

/** What a member may do beyond reading. */
export const rights = [
  "endpoints:write",
  "secrets:reveal",
  "tests:send",
  "replays:write",
  "keys:write",
  "members:write",
  "event_types:write",
  "payloads:erase",
  "alerts:write",
  "notifications:write",
] as const;
export type Right = (typeof rights)[number];

/** Every member reads all of the tenant's but secrets; the rest goes by role. */
export const rightsOfRole: Readonly<Record<Role, readonly Right[]>> = {
  owner: rights,
  admin: rights,
  developer: [
    "endpoints:write",
    "secrets:reveal",
    "tests:send",
    "replays:write",
    "event_types:write",
    "alerts:write",
    "notifications:write",
  ],
  viewer: ["notifications:write"],
};

export const mayDo = (role: Role, right: Right): boolean => rightsOfRole[role].includes(right);
