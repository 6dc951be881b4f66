import { type DeliveryClass, hourMs, maxWaitMs, secondMs } from "@hooklane/core";
import { knownEnd, type LaneWaitRow, readOpenWaits, type StoredRefusal, storeLaneWaits, WAIT_SILENCE_MS } from "@hooklane/db";
import type pg from "pg";

/** Rows per statement. */
const BATCH = 1_000;
/** What is over sooner is what granting takes, and is not told. */
const SHORTEST_MS = secondMs;
/** A reason that comes back within this is the same wait. */
const SAME_MS = 5 * secondMs;
/** Rows of a lane in an hour; beyond, a reason that comes back is the same wait however long it was away. */
const ROWS_PER_HOUR = 60;
/** How long one that was taken over is waited for to go on. */
const ADOPTED_MS = 30 * secondMs;

interface Wait extends LaneWaitRow {
  isWritten: boolean;
  /** While it rests: until when it goes on if its reason comes back. */
  restsUntil: number;
}

interface LaneWaits {
  readonly open: Map<DeliveryClass, Wait>;
  /** Ended lately. */
  resting: Wait[];
  /** The hour whose rows are counted (its number), and how many there were. */
  hour: number;
  rows: number;
}

export interface WaitLogOptions {
  pool: pg.Pool;
  /** By the database's clock. */
  now: () => number;
  /** The limit that is reached when a lane is refused for a reason, in the reason's unit; null: it has none. */
  limitOf: (laneId: string, reason: LaneWaitRow["reason"]) => number | null;
}

/**
 * Keeps for how long each lane was refused for what, in rows that delivery timelines are told from. It hears only of changes: a reason that began, one that is over.
 * A reason that comes and goes within seconds is one wait with a count, and a lane has a bounded number of rows in an hour, so neither traffic nor flapping makes rows.
 */
export class WaitLog {
  readonly #options: WaitLogOptions;
  readonly #lanes = new Map<string, LaneWaits>();
  /** Waits that differ from what is written, or are too young to be. */
  readonly #unwritten = new Set<Wait>();
  #writing: Promise<void> = Promise.resolve();

  constructor(options: WaitLogOptions) {
    this.#options = options;
  }

  /** A lane's deliveries of a class are refused, for another reason or until another moment than before. */
  refused(laneId: string, deliveryClass: DeliveryClass, { reason, until }: StoredRefusal): void {
    const now = this.#options.now();
    const lane = this.#laneAt(laneId, now);
    const known = lane.open.get(deliveryClass);
    if (known?.reason === reason) {
      known.untilMs = until;
      return;
    }
    if (known) this.#rest(lane, known, now);
    this.#open(lane, laneId, deliveryClass, reason as LaneWaitRow["reason"], until, now);
  }

  /** What was refused of a class has been granted, or nothing of it waits any more. */
  agreed(laneId: string, deliveryClass: DeliveryClass): void {
    const lane = this.#lanes.get(laneId);
    const known = lane?.open.get(deliveryClass);
    if (lane && known) this.#rest(lane, known, this.#options.now());
  }

  /** Nothing of the lane waits any more: it was deleted, or begins anew. */
  ended(laneId: string): void {
    for (const deliveryClass of [...(this.#lanes.get(laneId)?.open.keys() ?? [])]) this.agreed(laneId, deliveryClass);
  }

  /** Writes what changed; to be called every few seconds. */
  async write(): Promise<void> {
    const now = this.#options.now();
    const due: Wait[] = [];
    for (const wait of this.#unwritten) {
      const isOver = !wait.isOpen && now > wait.restsUntil;
      const isTold = wait.isWritten || lasted(wait, now) >= SHORTEST_MS;
      if (isTold && (wait.isOpen || isOver)) due.push(wait);
      else if (isOver) this.#unwritten.delete(wait);
    }
    await this.#store(due, now);
    for (const [laneId, lane] of this.#lanes) this.#tidy(laneId, lane, now);
  }

  /** Tells that open waits last, by which they are known when this worker is gone; to be called each minute. Cuts those that have lasted a day. */
  async confirm(): Promise<void> {
    const now = this.#options.now();
    for (const [laneId, lane] of this.#lanes)
      for (const [deliveryClass, wait] of lane.open) {
        this.#unwritten.add(wait);
        if (now - wait.beganMs < maxWaitMs) continue;
        this.#rest(lane, wait, now);
        this.#open(lane, laneId, deliveryClass, wait.reason, wait.untilMs, now);
      }
    await this.write();
  }

  /** Takes over lanes' open waits: each goes on when its reason is met again soon, else it ended when it was last known. */
  async adopt(laneIds: readonly string[]): Promise<void> {
    const rows = await readOpenWaits(this.#options.pool, laneIds);
    const now = this.#options.now();
    for (const row of rows) {
      const isKnown = row.untilMs !== null && row.untilMs > now;
      const mayGoOn = now - row.lastMs < WAIT_SILENCE_MS || isKnown;
      const wait: Wait = {
        ...row,
        isOpen: false,
        lastMs: mayGoOn && !isKnown ? row.lastMs : knownEnd(row, now),
        isWritten: true,
        restsUntil: mayGoOn ? now + ADOPTED_MS : now,
      };
      this.#laneAt(row.subscriptionId, now).resting.push(wait);
      this.#unwritten.add(wait);
    }
  }

  /** Writes these lanes' waits and forgets them: whoever takes the lanes goes on with them. */
  async handOver(laneIds: readonly string[]): Promise<void> {
    const now = this.#options.now();
    const due = laneIds.flatMap((id) => {
      const lane = this.#lanes.get(id);
      return lane ? [...lane.open.values(), ...lane.resting.filter((wait) => this.#unwritten.has(wait))] : [];
    });
    try {
      await this.#store(
        due.filter((wait) => wait.isWritten || lasted(wait, now) >= SHORTEST_MS),
        now,
      );
    } finally {
      for (const id of laneIds) this.drop(id);
    }
  }

  /** The lane is another worker's, and so are its waits. */
  drop(laneId: string): void {
    const lane = this.#lanes.get(laneId);
    if (!lane) return;
    for (const wait of [...lane.open.values(), ...lane.resting]) this.#unwritten.delete(wait);
    this.#lanes.delete(laneId);
  }

  #laneAt(laneId: string, now: number): LaneWaits {
    const hour = Math.floor(now / hourMs);
    let lane = this.#lanes.get(laneId);
    if (!lane) {
      lane = { open: new Map(), resting: [], hour, rows: 0 };
      this.#lanes.set(laneId, lane);
    }
    if (lane.hour !== hour) {
      lane.hour = hour;
      lane.rows = 0;
    }
    return lane;
  }

  #open(
    lane: LaneWaits,
    laneId: string,
    deliveryClass: DeliveryClass,
    reason: LaneWaitRow["reason"],
    until: number | null,
    now: number,
  ): void {
    const isFull = lane.rows >= ROWS_PER_HOUR;
    const before = lane.resting.find(
      (wait) =>
        wait.class === deliveryClass &&
        wait.reason === reason &&
        now - wait.beganMs < maxWaitMs &&
        (now <= wait.restsUntil || (isFull && Math.floor(wait.lastMs / hourMs) === lane.hour)),
    );
    if (before) {
      lane.resting = lane.resting.filter((wait) => wait !== before);
      before.isOpen = true;
      before.untilMs = until;
      before.times++;
    }
    const cut = lane.resting.some((wait) => wait.class === deliveryClass && wait.reason === reason && wait.lastMs === now);
    const wait: Wait = before ?? {
      subscriptionId: laneId,
      class: deliveryClass,
      reason,
      beganMs: now,
      lastMs: now,
      isOpen: true,
      times: cut ? 0 : 1,
      untilMs: until,
      limit: null,
      isWritten: false,
      restsUntil: 0,
    };
    lane.open.set(deliveryClass, wait);
    this.#unwritten.add(wait);
  }

  #rest(lane: LaneWaits, wait: Wait, now: number): void {
    lane.open.delete(wait.class);
    wait.isOpen = false;
    wait.lastMs = now;
    wait.restsUntil = now + SAME_MS;
    lane.resting.push(wait);
    this.#unwritten.add(wait);
  }

  /** One statement after another: an older picture of a wait never overwrites a newer one. */
  #store(waits: readonly Wait[], now: number): Promise<void> {
    const store = async (): Promise<void> => {
      for (let i = 0; i < waits.length; i += BATCH) await this.#storeBatch(waits.slice(i, i + BATCH), now);
    };
    this.#writing = this.#writing.then(store, store);
    return this.#writing;
  }

  async #storeBatch(waits: readonly Wait[], now: number): Promise<void> {
    for (const wait of waits) {
      this.#unwritten.delete(wait);
      if (wait.isOpen) wait.lastMs = now;
      if (wait.isWritten) continue;
      wait.isWritten = true;
      wait.limit = this.#options.limitOf(wait.subscriptionId, wait.reason);
      this.#laneAt(wait.subscriptionId, now).rows++;
    }
    try {
      await storeLaneWaits(this.#options.pool, waits);
    } catch (error) {
      // Those of lanes that are gone meanwhile are the next owner's to tell
      for (const wait of waits) if (this.#lanes.has(wait.subscriptionId)) this.#unwritten.add(wait);
      throw error;
    }
  }

  /** Forgets what cannot go on any more, and lanes of which nothing is left. */
  #tidy(laneId: string, lane: LaneWaits, now: number): void {
    const isFull = lane.rows >= ROWS_PER_HOUR;
    if (lane.resting.length > 0)
      lane.resting = lane.resting.filter(
        (wait) => this.#unwritten.has(wait) || now <= wait.restsUntil || (isFull && now - wait.lastMs < hourMs),
      );
    const isQuiet = lane.open.size === 0 && lane.resting.length === 0;
    if (isQuiet && (lane.rows === 0 || lane.hour !== Math.floor(now / hourMs))) this.#lanes.delete(laneId);
  }
}

const lasted = (wait: Wait, now: number): number => (wait.isOpen ? now : wait.lastMs) - wait.beganMs;
