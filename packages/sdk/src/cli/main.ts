#!/usr/bin/env node
import { run } from "./run.ts";

// The reader of a pipe may end first, as in `hooklane … | head`
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

const { env, stdin, stdout, stderr } = process;
process.exitCode = await run(process.argv.slice(2), { env, stdin, stdout, stderr });
