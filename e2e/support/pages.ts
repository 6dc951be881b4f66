import type { FilledWorkspace } from "./fill-workspace.ts";

/** Every page of a workspace, with something on it. */
export const pagesOf = (tenant: string, ids: FilledWorkspace): string[] => {
  const endpoint = `/${tenant}/endpoints/${ids.healthy}`;
  return [
    `/${tenant}`,
    `/${tenant}/endpoints`,
    `/${tenant}/endpoints?show=attention`,
    `/${tenant}/endpoints/new`,
    endpoint,
    `${endpoint}?range=1h&view=table`,
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
    `/${tenant}/deliveries?status=4xx&replay=none&since=2026-01-01T00:00:00Z`,
    `/${tenant}/events`,
    `/${tenant}/events/${ids.event}`,
    `/${tenant}/event-types`,
    `/${tenant}/event-types/new`,
    `/${tenant}/event-types/order.paid`,
    `/${tenant}/event-types/order.paid/edit`,
    `/${tenant}/event-types/order.created`,
    `/${tenant}/replays`,
    `/${tenant}/replays/new?endpoint=${ids.refusing}`,
    `/${tenant}/replays/${ids.job}`,
    `/${tenant}/inbox`,
    `/${tenant}/keys`,
    `/${tenant}/alerts`,
    `/${tenant}/alerts?state=resolved`,
    `/${tenant}/notifications`,
    `/${tenant}/members`,
    `/${tenant}/audit`,
    `/${tenant}/audit?action=nothing.like.this`,
    `/${tenant}/settings`,
    "/account",
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
