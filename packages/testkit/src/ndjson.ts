import { closeSync, openSync, readSync } from "node:fs";

const chunkBytes = 1 << 20;
const newline = 0x0a;

/**
 * Reads a file of newline-delimited JSON, one value at a time, in constant memory.
 *
 * The last line counts only when its newline is there: a writer that was killed in the middle of a line leaves none.
 *
 * @throws Error naming the file and the line when a whole line is not JSON.
 */
export function* readJsonLines<T>(file: string): Generator<T> {
  const descriptor = openSync(file, "r");
  try {
    let rest = Buffer.alloc(0);
    let number = 0;
    for (;;) {
      const chunk = Buffer.allocUnsafe(chunkBytes);
      const length = readSync(descriptor, chunk, 0, chunkBytes, null);
      if (length === 0) return;
      const block = Buffer.concat([rest, chunk.subarray(0, length)]);
      let start = 0;
      for (let end = block.indexOf(newline, start); end !== -1; end = block.indexOf(newline, start)) {
        number += 1;
        yield parse<T>(block.toString("utf8", start, end), file, number);
        start = end + 1;
      }
      rest = block.subarray(start);
    }
  } finally {
    closeSync(descriptor);
  }
}

function parse<T>(line: string, file: string, number: number): T {
  try {
    return JSON.parse(line) as T;
  } catch (cause) {
    throw new Error(`${file}, line ${number}: not JSON`, { cause });
  }
}
