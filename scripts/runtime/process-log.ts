import { createWriteStream, mkdirSync, renameSync, statSync, type WriteStream } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";

/** A log file is put aside as `<name>.log.1` when it has grown beyond this. */
const MAX_LOG_BYTES = 64 * 1024 * 1024;
/** Pino's number of the level "warn". */
const WARN = 40;

/**
 * The log of one process: every line goes to `<data folder>/logs/<name>.log`, and what an operator should see at once (warnings and worse
 * of a JSON log; anything that is no JSON on stderr) goes on as a short line `<name>: …`.
 */
export class ProcessLog {
  readonly file: string;
  readonly #name: string;
  readonly #summarise: (line: string) => void;
  #stream: WriteStream;
  #bytes: number;

  constructor(dataFolder: string, name: string, summarise: (line: string) => void) {
    this.file = path.join(dataFolder, "logs", `${name}.log`);
    this.#name = name;
    this.#summarise = summarise;
    mkdirSync(path.dirname(this.file), { recursive: true, mode: 0o700 });
    this.#bytes = statSync(this.file, { throwIfNoEntry: false })?.size ?? 0;
    this.#stream = this.#open();
  }

  /** Follows an output until it ends. */
  follow(output: Readable, from: "stdout" | "stderr"): void {
    let rest = "";
    output.setEncoding("utf8");
    output.on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#take(line, from);
    });
    output.on("end", () => {
      if (rest) this.#take(rest, from);
      rest = "";
    });
  }

  /** A line of the supervisor's own about this process. */
  note(text: string): void {
    this.#write(`${JSON.stringify({ time: Date.now(), msg: text })}\n`);
    this.#summarise(`${this.#name}: ${text}`);
  }

  /** Resolves when all is written. */
  close(): Promise<void> {
    return new Promise((resolve) => this.#stream.end(resolve));
  }

  #take(line: string, from: "stdout" | "stderr"): void {
    if (!line.trim()) return;
    this.#write(`${line}\n`);
    const summary = summaryOf(line, from);
    if (summary !== undefined) this.#summarise(`${this.#name}: ${summary}`);
  }

  #write(text: string): void {
    this.#bytes += Buffer.byteLength(text);
    if (this.#bytes > MAX_LOG_BYTES) {
      this.#stream.end();
      renameSync(this.file, `${this.file}.1`); // the old stream goes on writing what it still holds to the renamed file
      this.#stream = this.#open();
      this.#bytes = Buffer.byteLength(text);
    }
    this.#stream.write(text);
  }

  #open(): WriteStream {
    const stream = createWriteStream(this.file, { flags: "a", mode: 0o600 });
    stream.on("error", (error) => this.#summarise(`${this.#name}: ${this.file} cannot be written (${error.message})`)); // a full disk ends no process
    return stream;
  }
}

/** What of a log line is worth showing at once; undefined: nothing. */
export function summaryOf(line: string, from: "stdout" | "stderr"): string | undefined {
  try {
    const entry = JSON.parse(line) as { level?: unknown; msg?: unknown; err?: { message?: unknown } } | null;
    if (typeof entry === "object" && entry !== null) {
      if (typeof entry.level !== "number" || entry.level < WARN) return undefined;
      return [entry.msg, entry.err?.message].filter((text) => typeof text === "string" && text !== "").join(": ") || line;
    }
  } catch {}
  return from === "stderr" ? line : undefined;
}
