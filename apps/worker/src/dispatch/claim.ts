import type { Grant, Work } from "@hooklane/core";
import { type Claim, type ClaimedDelivery, claimDeliveries, claimOrdered, type OrderedHead } from "@hooklane/db";
import type pg from "pg";
import type { AdmittedWork } from "./admit.ts";

/** What one admitted piece of work got. */
export interface ClaimResult extends AdmittedWork {
  rows: ClaimedDelivery[];
  /** Whether there may be more rows than it got. */
  isFull: boolean;
  /** Due time of the last row that it got from the oldest on; null without any. */
  lastDueAt: number | null;
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
  const claimRows = (claims: readonly Claim[]) => claimDeliveries(pool, nowMs, claims, token, leaseMs);
  const [rows, heads] = await Promise.all([
    claimRows(plain.flatMap(({ work, grant }) => claimsOf(work, grant, nowMs))),
    claimOrdered(
      pool,
      nowMs,
      ordered.map(({ work }) => work.laneId),
      token,
      leaseMs,
    ),
  ]);
  const byWork = Map.groupBy(rows, workKeyOf);
  const spilled = Map.groupBy(
    await claimRows(plain.flatMap(({ work, grant }) => spillOf(work, grant, byWork.get(work.key)?.length ?? 0, nowMs))),
    workKeyOf,
  );
  const headOf = new Map<string, OrderedHead>(heads.map((head) => [head.subscriptionId, head]));
  return admitted.map(({ work, grant }, i) => {
    const head = work.class === "ordered" ? headOf.get(work.laneId) : undefined;
    const claimed = head ? (head.claimed ? [head.claimed] : []) : [...(byWork.get(work.key) ?? []), ...(spilled.get(work.key) ?? [])];
    return {
      work,
      grant,
      rows: claimed,
      isFull: claimed.length >= grant.n,
      lastDueAt: lastOldDue(grant, claimed),
      headDueMs: head && !head.claimed ? head.headDueMs : undefined,
      seenBefore: seen[i] as number,
    };
  });
}

const workKeyOf = (row: ClaimedDelivery): string => `${row.subscriptionId} ${row.class} ${row.shard}`;

/** A grant that is partly for new work is claimed in two parts: so many rows that fell due lately, the latest first, the others from the oldest on. */
function claimsOf(work: Work, grant: Grant, nowMs: number): Claim[] {
  const { n, newWork } = grant;
  if (!newWork) return [claimOf(work, grant, nowMs, work.dueAfter, n)];
  const newest = { ...claimOf(work, grant, nowMs, newWork.dueAfter, newWork.n), latestFirst: true };
  return n > newWork.n ? [newest, claimOf(work, grant, nowMs, work.dueAfter, n - newWork.n)] : [newest];
}

/** What new work did not use goes to the oldest at once: given back instead, it would be wasted on the next lane that has no new work. */
function spillOf(work: Work, grant: Grant, claimed: number, nowMs: number): Claim[] {
  return grant.newWork && claimed < grant.n ? [claimOf(work, grant, nowMs, work.dueAfter, grant.n - claimed)] : [];
}

function claimOf({ shard, laneId, class: deliveryClass }: Work, { early }: Grant, nowMs: number, dueAfterMs: number, n: number): Claim {
  return { shard, subscriptionId: laneId, class: deliveryClass, dueAfterMs, dueBeforeMs: early ? Number.POSITIVE_INFINITY : nowMs, n };
}

/** Due time of the last row that was taken from the oldest on. New work says nothing about where the backlog begins. A claim returns its rows in no order. */
function lastOldDue({ newWork }: Grant, rows: readonly ClaimedDelivery[]): number | null {
  const old = newWork ? rows.filter(({ dueMs }) => dueMs < newWork.dueAfter) : rows;
  return old.length === 0 ? null : Math.max(...old.map(({ dueMs }) => dueMs));
}
