/** A bounded number of slots per tenant, first come first served. Nothing is kept for a tenant that uses none. */
export type TenantSlots = {
  /** @returns false when the signal ended the wait; then no slot is held. */
  acquire(tenantId: string, signal: AbortSignal): Promise<boolean>;
  release(tenantId: string): void;
  readonly waiting: number;
};

type Share = { taken: number; waiters: Set<() => void> };

export function createTenantSlots(slotsPerTenant: number): TenantSlots {
  const shares = new Map<string, Share>();
  let waiting = 0;

  return {
    acquire(tenantId, signal) {
      if (signal.aborted) return Promise.resolve(false);
      const share = shares.get(tenantId) ?? { taken: 0, waiters: new Set() };
      shares.set(tenantId, share);
      if (share.taken < slotsPerTenant) {
        share.taken++;
        return Promise.resolve(true);
      }
      return new Promise((resolve) => {
        const settle = (isGranted: boolean) => {
          waiting--;
          share.waiters.delete(grant);
          signal.removeEventListener("abort", giveUp);
          resolve(isGranted);
        };
        const grant = () => settle(true);
        const giveUp = () => settle(false);
        waiting++;
        share.waiters.add(grant);
        signal.addEventListener("abort", giveUp, { once: true });
      });
    },
    release(tenantId) {
      const share = shares.get(tenantId);
      if (share === undefined) return;
      const [next] = share.waiters;
      // The slot passes straight to the next waiter, so `taken` stays.
      if (next !== undefined) return next();
      share.taken--;
      if (share.taken === 0) shares.delete(tenantId);
    },
    get waiting() {
      return waiting;
    },
  };
}
