const RECENT = 8;

/** What an endpoint's first page shows of its log. */
export const recentQuery = (tenantId: string, endpointId: string) => ({ tenantId, endpointId, limit: RECENT });
