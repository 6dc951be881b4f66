import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { run } from "../cli/run.ts";

/** Runs a command in this process. */
export async function runInProcess(words: readonly string[], env: Record<string, string>, input: string | Uint8Array = "") {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end(input);
  const written = Promise.all([text(stdout), text(stderr)]);
  const exitCode = await run(words, { env, stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  const [out, err] = await written;
  return { exitCode, out, err };
}
