import type { SubscriptionFactType } from "@hooklane/contracts";
import type pg from "pg";
import { ZodError } from "zod";
import { inTransaction } from "../pools/in-transaction.ts";
import { type AcceptRules, acceptOperationalEvent, type OperationalFact } from "./accept-operational-event.ts";

/** Facts that wait to be told. More at once is a breakdown of everything, in which the oldest are given up. */
const MAX_WAITING = 10_000;
/** Facts told per turn: with more, each waits for the next. */
const PER_TURN = 200;
/** A fact that could not be told for so long is no news any more. */
const KEEP_MS = 3_600_000;

export interface FactQueueParts {
  pool: pg.Pool;
  /** What accepting an event needs, as of now. */
  rules: () => AcceptRules;
  /** These shards got work. */
  announce: (shards: readonly number[]) => void;
  /** A fact was given up: it is not what its type says, could not be told for an hour, or too many waited. */
  onLost: (fact: { type: SubscriptionFactType; subscriptionId: string }, error: unknown) => void;
}

interface Waiting {
  type: SubscriptionFactType;
  subscriptionId: string;
  sinceMs: number;
  accept: (client: pg.PoolClient, rules: AcceptRules) => ReturnType<typeof acceptOperationalEvent>;
}

/** A fact whose data may be read when it is told. */
export type NotedFact<T extends SubscriptionFactType> = Omit<OperationalFact<T>, "data"> & {
  data: OperationalFact<T>["data"] | ((client: pg.PoolClient, nowMs: number) => Promise<OperationalFact<T>["data"]>);
};

/**
 * Facts on their way to tenants, in this process's memory. Where a fact arises it is only noted; telling has transactions of its own. What cannot be told now is
 * told with a later turn: a fact makes one event, however often it is told.
 */
export class FactQueue {
  readonly #parts: FactQueueParts;
  readonly #waiting: Waiting[] = [];

  constructor(parts: FactQueueParts) {
    this.#parts = parts;
  }

  note<T extends SubscriptionFactType>({ type, subscriptionId, fact, data }: NotedFact<T>): void {
    const { rules, onLost } = this.#parts;
    const accept: Waiting["accept"] = async (client, now) =>
      acceptOperationalEvent(client, now, {
        type,
        subscriptionId,
        fact,
        data: typeof data === "function" ? await data(client, now.nowMs) : data,
      });
    this.#waiting.push({ type, subscriptionId, sinceMs: rules().nowMs, accept });
    const lost = this.#waiting.length > MAX_WAITING && this.#waiting.shift();
    if (lost) onLost(lost, new Error("too many facts wait to be told"));
  }

  /** Tells what was noted, each fact in a transaction of its own. @throws what kept a fact from being told; it and those behind it are told with the next turn */
  readonly tell = async (): Promise<void> => {
    const { pool, rules, announce, onLost } = this.#parts;
    for (let n = 0; n < PER_TURN; n++) {
      const fact = this.#waiting[0];
      if (!fact) return;
      try {
        const accepted = await inTransaction(pool, (client) => fact.accept(client, rules()));
        if (accepted) announce(accepted.shards);
      } catch (error) {
        const isHopeless = error instanceof ZodError || rules().nowMs - fact.sinceMs > KEEP_MS;
        if (!isHopeless) throw error;
        onLost(fact, error);
      }
      if (this.#waiting[0] === fact) this.#waiting.shift();
    }
  };
}
