import type { FilledWorkspace } from "./fill-workspace.ts";

/** Every page of a workspace, with something on it. */
export const pagesOf = (tenant: string, ids: FilledWorkspace): string[] => {
  const endpoint = `/${tenant}/endpoints/${ids.healthy}`;
  return [
    `/${tenant}`,
    `/${tenant}/endpoints`,
    `/${tenant}/endpoints/new`,
    endpoint,
    `/${tenant}/endpoints/${ids.failing}`,
    `${endpoint}/deliveries`,
    `${endpoint}/test`,
    `${endpoint}/settings`,
    `${endpoint}/secrets`,
    `/${tenant}/deliveries`,
    `/${tenant}/deliveries?type=nobody.sends.this`,
    `/${tenant}/deliveries/${ids.delivered}`,
    `/${tenant}/deliveries/${ids.pending}`,
    `/${tenant}/deliveries/${ids.dead}`,
    `/${tenant}/keys`,
    `/${tenant}/members`,
    `/${tenant}/audit`,
    `/${tenant}/audit?action=nothing.like.this`,
    `/${tenant}/settings`,
    "/account",
    `/${tenant}/alerts`,
    `/${tenant}/alerts?state=resolved`,
    `/${tenant}/notifications`,
    `/${tenant}/endpoints/sub_00000000000000000000000000`,
  ];
};

/** Every page for who is not signed in. */
export const publicPages = [
  "/",
  "/sign-in",
  "/sign-up",
  "/forgot-password",
  "/reset-password",
  "/confirm",
  "/invitation",
  "/docs/api",
  "/docs/errors",
  "/no/such/page",
];
