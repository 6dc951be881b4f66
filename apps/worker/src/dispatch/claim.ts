import { type ClaimedDelivery, claimDeliveries, claimOrdered, type OrderedHead } from "@hooklane/db";
import type pg from "pg";
import type { AdmittedWork } from "./admit.ts";

/** What one admitted piece of work got. */
export interface ClaimResult extends AdmittedWork {
  rows: ClaimedDelivery[];
  /** An ordered lane's head that cannot be claimed yet: when to look again (ms). */
  headDueMs: number | undefined;
  /** The work's discoveries before the claim began. */
  seenBefore: number;
}

/** Claims exactly what was granted, under one token. Ordered lanes yield their head or nothing. */
export async function claim(
  pool: pg.Pool,
  admitted: readonly AdmittedWork[],
  nowMs: number,
  token: string,
  leaseMs: number,
): Promise<ClaimResult[]> {
  const seen = admitted.map(({ work }) => work.seen);
  const plain = admitted.filter(({ work }) => work.class !== "ordered");
  const ordered = admitted.filter(({ work }) => work.class === "ordered");
  const [rows, heads] = await Promise.all([
    claimDeliveries(
      pool,
      nowMs,
      plain.map(({ work, grant }) => ({
        shard: work.shard,
        subscriptionId: work.laneId,
        class: work.class,
        dueAfterMs: work.dueAfterMs,
        dueBeforeMs: nowMs,
        n: grant.n,
      })),
      token,
      leaseMs,
    ),
    claimOrdered(
      pool,
      nowMs,
      ordered.map(({ work }) => work.laneId),
      token,
      leaseMs,
    ),
  ]);
  const byWork = new Map<string, ClaimedDelivery[]>();
  for (const row of rows) {
    const key = `${row.subscriptionId} ${row.class} ${row.shard}`;
    const list = byWork.get(key);
    if (list) list.push(row);
    else byWork.set(key, [row]);
  }
  const headOf = new Map<string, OrderedHead>(heads.map((head) => [head.subscriptionId, head]));
  return admitted.map(({ work, grant }, i) => {
    const head = work.class === "ordered" ? headOf.get(work.laneId) : undefined;
    const claimed = head ? (head.claimed ? [head.claimed] : []) : (byWork.get(work.key) ?? []);
    return { work, grant, rows: claimed, headDueMs: head && !head.claimed ? head.headDueMs : undefined, seenBefore: seen[i] as number };
  });
}
