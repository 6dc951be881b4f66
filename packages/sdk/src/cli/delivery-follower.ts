import type { Hooklane } from "../client/hooklane.ts";
import type { Delivery } from "../types/delivery.ts";
import { FOLLOWING_PATIENCE_MS } from "./command.ts";

const PAGE = 100;
/** Pages read in one look: more deliveries than that between two looks are too many to read along. */
const MAX_PAGES = 20;
/** Deliveries remembered: what an older one becomes is not told. */
const MAX_KNOWN = 5_000;
/** Of the open ones that are no longer among the newest, looked at one by one. */
const MAX_SINGLE_LOOKS = 20;

const patient = { totalMs: FOLLOWING_PATIENCE_MS };

export interface FollowOptions {
  /** How many of the deliveries that are there already are told. */
  readonly lines: number;
  readonly type?: string;
}

/**
 * Tells what happens to a subscription's deliveries. It knows time only by the order of the list, so no clock has to agree with the
 * server's.
 */
export class DeliveryFollower {
  readonly #hooklane: Hooklane;
  readonly #subscriptionId: string;
  readonly #options: FollowOptions;
  /** What was last seen of each delivery, the longest unseen first. */
  readonly #known = new Map<string, { readonly seen: string; readonly isOpen: boolean }>();
  #isFirst = true;

  constructor(hooklane: Hooklane, subscriptionId: string, options: FollowOptions) {
    this.#hooklane = hooklane;
    this.#subscriptionId = subscriptionId;
    this.#options = options;
  }

  /** Deliveries that are new or have changed since the last look, oldest first. */
  async look(): Promise<Delivery[]> {
    const newest = await this.#readNewest();
    const looked = new Set(newest.map(({ id }) => id));
    const changed = [...(await this.#readOpen(looked)), ...newest.reverse()].filter((delivery) => this.#remember(delivery));
    for (const id of this.#known.keys()) {
      if (this.#known.size <= MAX_KNOWN) break;
      this.#known.delete(id);
    }
    if (!this.#isFirst) return changed;
    this.#isFirst = false;
    return this.#options.lines === 0 ? [] : changed.slice(-this.#options.lines);
  }

  /** Newest first, down to a page that holds something known: the rows behind it are older still. */
  async #readNewest(): Promise<Delivery[]> {
    const { type, lines } = this.#options;
    const query = { limit: Math.max(PAGE, lines), ...(type !== undefined && { type }) };
    const rows: Delivery[] = [];
    let pages = 0;
    for await (const { data } of this.#hooklane.subscriptions.deliveries(this.#subscriptionId, query, patient).pages()) {
      rows.push(...data);
      if (this.#isFirst || ++pages === MAX_PAGES || data.some(({ id }) => this.#known.has(id))) break;
    }
    return rows;
  }

  async #readOpen(looked: ReadonlySet<string>): Promise<Delivery[]> {
    const open = [...this.#known].filter(([id, { isOpen }]) => isOpen && !looked.has(id)).slice(0, MAX_SINGLE_LOOKS);
    const rows: Delivery[] = [];
    for (const [id] of open) rows.push(await this.#hooklane.deliveries.get(id, patient));
    return rows;
  }

  /** @returns whether this is news. An attempt that runs is none: its end will be. */
  #remember({ id, state, attempt_count }: Delivery): boolean {
    const before = this.#known.get(id);
    const seen = state === "inflight" ? (before?.seen ?? "") : `${state} ${attempt_count}`;
    this.#known.delete(id);
    this.#known.set(id, { seen, isOpen: state === "pending" || state === "inflight" });
    return seen !== "" && seen !== before?.seen;
  }
}
