import type pg from "pg";

export const LOOKS_CHANNEL = "hooklane_looks";

/** A lane is asked for at most so often. */
const AGAIN_MS = 2_000;
/** Questions are collected for so long and asked together. */
const EVERY_MS = 20;
/** Lanes in one notification, which may have 8,000 bytes: an id has 36 and a comma. */
const PER_MESSAGE = 200;
/** Lanes that are remembered as asked for; with more, the rest is not asked for until these are old. */
const MAX_ASKED = 5_000;

/**
 * Asks the owners of lanes that somebody looks at to write down where those stand. Only a hint: one that is lost, or that nobody answers, leaves what was written
 * before, with its age.
 */
export class LaneLooks {
  readonly #notify: (subscriptionIds: readonly string[]) => void;
  readonly #monotonicNow: () => number;
  readonly #askedAt = new Map<string, number>();
  readonly #due = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  /** @param notify sends one notification; see {@link notifyOwners} */
  constructor(notify: (subscriptionIds: readonly string[]) => void, monotonicNow: () => number = () => performance.now()) {
    this.#notify = notify;
    this.#monotonicNow = monotonicNow;
  }

  ask(subscriptionId: string): void {
    const now = this.#monotonicNow();
    this.#forgetOld(now);
    if (this.#askedAt.has(subscriptionId) || this.#askedAt.size >= MAX_ASKED) return;
    this.#askedAt.set(subscriptionId, now);
    this.#due.add(subscriptionId);
    this.#timer ??= setTimeout(() => this.#send(), EVERY_MS);
  }

  /** The oldest stand first: each is put in once, and taken out when it is old. */
  #forgetOld(now: number): void {
    for (const [id, at] of this.#askedAt) {
      if (now - at < AGAIN_MS) return;
      this.#askedAt.delete(id);
    }
  }

  #send(): void {
    this.#timer = undefined;
    const ids = [...this.#due];
    this.#due.clear();
    for (let i = 0; i < ids.length; i += PER_MESSAGE) this.#notify(ids.slice(i, i + PER_MESSAGE));
  }
}

/** Asks the workers, whoever of them owns these lanes. */
export async function notifyOwners(pool: pg.Pool, subscriptionIds: readonly string[]): Promise<void> {
  await pool.query("SELECT pg_notify($1, $2)", [LOOKS_CHANNEL, subscriptionIds.join(",")]);
}

/** The lanes that a notification asks for; what is no id is left out. */
export const parseLooks = (payload: string): string[] => payload.split(",").filter((text) => /^[0-9a-f-]{36}$/.test(text));
