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
    `/${tenant}/keys`,
    `/${tenant}/alerts`,
    `/${tenant}/alerts?state=resolved`,
    `/${tenant}/notifications`,
    `/${tenant}/endpoints/sub_00000000000000000000000000`,
  ];
};

/** Every page for who is not signed in. */
export const publicPages = ["/", "/sign-in", "/sign-up", "/docs/api", "/docs/errors", "/no/such/page"];
