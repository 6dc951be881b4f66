/** Subscriptions a tenant may have, by plan. */
const maxSubscriptions: Readonly<Record<string, number>> = { free: 100, team: 10_000, scale: 1_000_000 };

export const subscriptionLimit = (plan: string): number => maxSubscriptions[plan] ?? (maxSubscriptions.free as number);
