import type { OpenedElsewhere } from "@hooklane/core";
import type pg from "pg";
import { z } from "zod";

export const CIRCUITS_CHANNEL = "hooklane_circuits";

/** A circuit that opened in another worker. */
export interface CircuitNews extends OpenedElsewhere {
  scope: "lane" | "host";
  id: string;
}

const EVERY_MS = 10;
/** A notification may have 8,000 bytes; a piece of news has 300 at the most (a host's name has 253). */
const NEWS_PER_MESSAGE = 20;

const newsSchema = z.object({
  from: z.string(),
  news: z.array(z.object({ scope: z.enum(["lane", "host"]), id: z.string(), level: z.number(), until: z.number(), at: z.number() })),
});

/** Tells the other workers of circuits that opened, a moment after they did and many at once. Only a hint: a worker that misses it opens its own. */
export class CircuitGossip {
  readonly #pool: pg.Pool;
  readonly #workerId: string;
  readonly #onError: (error: Error) => void;
  #news: CircuitNews[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool, workerId: string, onError: (error: Error) => void) {
    this.#pool = pool;
    this.#workerId = workerId;
    this.#onError = onError;
  }

  tell({ scope, id, level, until, at }: CircuitNews): void {
    this.#news.push({ scope, id, level, until, at });
    this.#timer ??= setTimeout(() => this.#send(), EVERY_MS);
  }

  /** The news in a notification; none in one's own, nor in anything that is no such message. */
  heard(payload: string): readonly CircuitNews[] {
    try {
      const message = newsSchema.parse(JSON.parse(payload));
      return message.from === this.#workerId ? [] : message.news;
    } catch {
      return [];
    }
  }

  #send(): void {
    this.#timer = undefined;
    const news = this.#news.splice(0);
    for (let i = 0; i < news.length; i += NEWS_PER_MESSAGE) {
      const payload = JSON.stringify({ from: this.#workerId, news: news.slice(i, i + NEWS_PER_MESSAGE) });
      this.#pool.query("SELECT pg_notify($1, $2)", [CIRCUITS_CHANNEL, payload]).catch(this.#onError);
    }
  }
}
