// Every command begins here, in plain JavaScript that Node 20 runs: make what is absent or stale, then go on in TypeScript under the Node
// of the lock file. When all is fresh this takes a fraction of a second and says nothing.
import { spawn } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { ensureBuilt } from "./bootstrap/build.mjs";
import { ensureGenerated } from "./bootstrap/generate.mjs";
import { ensureInstalled } from "./bootstrap/install.mjs";
import { modernNode, root, tooOldMessage } from "./bootstrap/node.mjs";
import { childEnvironment } from "./bootstrap/run.mjs";

/**
 * Prepares the repository, runs `entry` with this process's arguments, passes signals on and ends as it ends. The channel between the two
 * processes is how the TypeScript side notices that this one was killed.
 * @param {string} entry a TypeScript file, relative to the repository
 * @param {{build?: boolean}} [needs] build: the production build of the web app
 */
export async function bootstrap(entry, needs = {}) {
  await orExit(ensureInstalled());
  const node = modernNode();
  if (!node) {
    console.error(tooOldMessage(process.versions.node));
    process.exit(1);
  }
  await orExit(ensureGenerated());
  if (needs.build) await orExit(ensureBuilt());

  const child = spawn(node, [path.join(root, entry), ...process.argv.slice(2)], {
    env: childEnvironment(),
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.once("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.once("exit", (code, signal) => process.exit(code ?? 128 + os.constants.signals[signal]));
}

/** @param {Promise<number>} step */
async function orExit(step) {
  const code = await step;
  if (code !== 0) process.exit(code);
}
