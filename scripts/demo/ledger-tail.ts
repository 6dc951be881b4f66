import { closeSync, openSync, readSync, statSync, truncateSync } from "node:fs";

const CHUNK_BYTES = 256 * 1024;

/** Follows a ledger of JSON lines as it grows, reading only what is new. A ledger that has become shorter has begun anew. */
export class LedgerTail<Line> {
  readonly #file: string;
  readonly #onLine: (line: Line) => void;
  #offset = 0;
  #rest: Buffer = Buffer.alloc(0);

  constructor(file: string, onLine: (line: Line) => void) {
    this.#file = file;
    this.#onLine = onLine;
  }

  /** Takes in the lines that were completed since the last call. */
  read(): void {
    const size = statSync(this.#file, { throwIfNoEntry: false })?.size;
    if (size === undefined) return;
    if (size < this.#offset) this.#beginAnew();
    const descriptor = openSync(this.#file, "r");
    try {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      for (;;) {
        const bytes = readSync(descriptor, chunk, 0, CHUNK_BYTES, this.#offset);
        if (bytes === 0) return;
        this.#offset += bytes;
        this.#take(Buffer.concat([this.#rest, chunk.subarray(0, bytes)]));
      }
    } finally {
      closeSync(descriptor);
    }
  }

  /** Empties a ledger that nobody will balance once it is larger than `maxBytes`. Its writer appends, so it goes on at the new end. */
  trim(maxBytes: number): void {
    if (this.#offset <= maxBytes) return;
    this.read();
    truncateSync(this.#file, 0);
    this.#beginAnew();
  }

  #beginAnew(): void {
    this.#offset = 0;
    this.#rest = Buffer.alloc(0);
  }

  #take(bytes: Buffer): void {
    const end = bytes.lastIndexOf(0x0a) + 1;
    this.#rest = bytes.subarray(end);
    for (const line of bytes.toString("utf8", 0, end).split("\n")) if (line) this.#onLine(JSON.parse(line) as Line);
  }
}
