import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/** Where events of a type are to go. */
export interface Endpoint {
  type: string;
  url: string;
}

/** A system that accepts events and delivers them: the product, or the bare loop it is held against. */
export interface Subject {
  readonly name: "bare" | "product";
  readonly eventsUrl: string;
  /** What a producer must send beside the body. */
  readonly headers: Readonly<Record<string, string>>;
  /** Delivers nothing; what is accepted meanwhile becomes a backlog. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Resolves when every accepted delivery has ended and is recorded so. */
  drained(): Promise<void>;
  stop(): Promise<void>;
}

const POLL_MS = 25;
/** A backlog that is not delivered within this never will be. */
export const LIMIT_MS = 180_000;

/** Waits until a ledger has no open delivery. Asks both partial indexes of open work, so that the question costs little. */
export async function drained(db: pg.Pool): Promise<void> {
  for (const until = Date.now() + LIMIT_MS; Date.now() < until; await sleep(POLL_MS)) {
    const { rows } = await db.query<{ open: boolean }>(
      `SELECT EXISTS (SELECT FROM deliveries WHERE state = 'inflight') OR EXISTS (SELECT FROM deliveries WHERE state = 'pending') AS open`,
    );
    if (!rows[0]?.open) return;
  }
  throw new Error(`deliveries are still open after ${LIMIT_MS} ms`);
}
