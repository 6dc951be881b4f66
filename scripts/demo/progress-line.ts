/** What a progress line needs of a stream: the terminal's width is known only where there is one. */
export interface Output {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

const QUIET_INTERVAL_MS = 10_000;

/**
 * One line that is written over and over on a terminal; elsewhere an ordinary line every ten seconds. Other lines go above it.
 */
export class ProgressLine {
  readonly #out: Output;
  readonly #now: () => number;
  #shown = "";
  #lastAtMs: number;

  constructor(out: Output, now: () => number = () => performance.now()) {
    this.#out = out;
    this.#now = now;
    this.#lastAtMs = now();
  }

  /** Shows the present state. */
  update(text: string): void {
    if (this.#out.isTTY) {
      this.#shown = text.slice(0, Math.max(1, (this.#out.columns || 80) - 1)); // a line that wraps could not be written over
      this.#out.write(`\r\x1b[K${this.#shown}`);
    } else if (this.#now() - this.#lastAtMs >= QUIET_INTERVAL_MS) {
      this.#lastAtMs = this.#now();
      this.#out.write(`${text}\n`);
    }
  }

  /** Writes a line that stays. */
  say(line: string): void {
    if (this.#shown) this.#out.write(`\r\x1b[K${line}\n${this.#shown}`);
    else this.#out.write(`${line}\n`);
  }

  /** Leaves the last state standing and begins a new line. */
  end(): void {
    if (this.#shown) this.#out.write("\n");
    this.#shown = "";
  }
}
