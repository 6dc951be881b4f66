import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { Terminal } from "./terminal.ts";

/** Asks a yes-or-no question. Ctrl-C, and the end of the input, mean no. */
export async function askYes({ stdin, stderr }: Terminal, question: string): Promise<boolean> {
  const reader = createInterface({ input: stdin, output: stderr, terminal: true });
  const given = new AbortController();
  for (const end of ["SIGINT", "close"] as const) reader.once(end, () => given.abort());
  try {
    return /^y(es)?$/i.test((await reader.question(question, { signal: given.signal })).trim());
  } catch (error) {
    if (given.signal.aborted) return false;
    throw error;
  } finally {
    reader.close();
  }
}

/** Asks for a line that is not shown while it is typed. @returns undefined at Ctrl-C or the end of the input */
export async function askHidden({ stdin, stderr }: Terminal, question: string): Promise<string | undefined> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output: nowhere, terminal: true });
  stderr.write(question); // now that the terminal shows no more of what is typed
  const given = new AbortController();
  for (const end of ["SIGINT", "close"] as const) reader.once(end, () => given.abort());
  try {
    return await reader.question("", { signal: given.signal });
  } catch (error) {
    if (given.signal.aborted) return undefined;
    throw error;
  } finally {
    reader.close();
    stderr.write("\n");
  }
}

/** All bytes of the input. */
export async function readAll({ stdin }: Terminal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
