/** A lane is written at most so often, however many processes ask for it. */
const AGAIN_MS = 1_000;
/** Lanes written in a turn; what is asked for beyond is not answered. */
const PER_TURN = 500;

export interface AskedLanesOptions {
  /** Whether this worker is the lane's owner: nobody else knows where it stands. */
  isMine: (laneId: string) => boolean;
  write: (laneIds: readonly string[]) => Promise<void>;
  monotonicNow: () => number;
  onError: (error: Error) => void;
}

/** Writes down where lanes stand that somebody looks at: at once, one turn after another. */
export class AskedLanes {
  readonly #options: AskedLanesOptions;
  readonly #waiting = new Set<string>();
  readonly #writtenAt = new Map<string, number>();
  #isWriting = false;

  constructor(options: AskedLanesOptions) {
    this.#options = options;
  }

  asked(laneIds: readonly string[]): void {
    const now = this.#options.monotonicNow();
    for (const [id, at] of this.#writtenAt) {
      if (now - at < AGAIN_MS) break;
      this.#writtenAt.delete(id);
    }
    for (const id of laneIds) {
      if (this.#waiting.size >= PER_TURN) break;
      if (!this.#writtenAt.has(id) && this.#options.isMine(id)) this.#waiting.add(id);
    }
    if (!this.#isWriting) void this.#write();
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.size > 0) {
      const ids = [...this.#waiting];
      this.#waiting.clear();
      const now = this.#options.monotonicNow();
      for (const id of ids) this.#writtenAt.set(id, now);
      await this.#options.write(ids).catch(this.#options.onError);
    }
    this.#isWriting = false;
  }
}
