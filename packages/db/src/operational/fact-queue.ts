import type { SubscriptionFactType } from "@hooklane/contracts";
import type pg from "pg";
import { ZodError } from "zod";
import { tellBegun, tellOver } from "../alerts/alert-events.ts";
import { type Relief, raiseAlert, settleAlert, type Trouble } from "../alerts/raise-alert.ts";
import { inTransaction } from "../pools/in-transaction.ts";
import { type AcceptedFact, type AcceptRules, acceptOperationalEvent, type OperationalFact } from "./accept-operational-event.ts";

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
  onLost: (fact: { type: string; subscriptionId: string | null }, error: unknown) => void;
}

interface Waiting {
  type: string;
  subscriptionId: string | null;
  sinceMs: number;
  accept: (client: pg.PoolClient, rules: AcceptRules) => Promise<AcceptedFact | undefined>;
}

/** What a fact means for alerts: one opens or is seen again, or one is over. Of its evidence some may be read when it is told. */
export type AlertChange =
  | { raise: Trouble; read?: (client: pg.PoolClient, nowMs: number) => Promise<Record<string, unknown>> }
  | { settle: Relief };

/** A fact whose data may be read when it is told. */
export type NotedFact<T extends SubscriptionFactType> = Omit<OperationalFact<T>, "data"> & {
  data: OperationalFact<T>["data"] | ((client: pg.PoolClient, nowMs: number) => Promise<OperationalFact<T>["data"]>);
  /** In the transaction in which the fact is told. */
  alert?: AlertChange;
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

  note<T extends SubscriptionFactType>({ type, subscriptionId, fact, data, alert }: NotedFact<T>): void {
    this.#add(type, subscriptionId, async (client, now) => {
      if (alert) await changeAlerts(client, now, alert);
      return acceptOperationalEvent(client, now, {
        type,
        subscriptionId,
        fact,
        data: typeof data === "function" ? await data(client, now.nowMs) : data,
      });
    });
  }

  /** Notes what changes an alert and is no fact about an endpoint; what it says of the tenant or of a host is told with it. */
  noteAlert(alert: AlertChange): void {
    const { kind, about } = "raise" in alert ? alert.raise : alert.settle;
    this.#add(`alert ${kind}`, "subscriptionId" in about ? about.subscriptionId : null, (client, now) => changeAlerts(client, now, alert));
  }

  #add(type: string, subscriptionId: string | null, accept: Waiting["accept"]): void {
    const { rules, onLost } = this.#parts;
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

async function changeAlerts(client: pg.PoolClient, rules: AcceptRules, alert: AlertChange): Promise<AcceptedFact | undefined> {
  if ("settle" in alert) {
    const ended = await settleAlert(client, rules.nowMs, alert.settle);
    return ended && tellOver(client, rules, ended);
  }
  const { raise, read } = alert;
  const trouble = { ...raise, evidence: { ...raise.evidence, ...(await read?.(client, rules.nowMs)) } } as Trouble;
  return (await raiseAlert(client, rules.nowMs, trouble)) ? tellBegun(client, rules, trouble) : undefined;
}
