import { existsSync } from "node:fs";
import path from "node:path";
import { fingerprint, readStamp } from "./fingerprint.mjs";
import { root } from "./node.mjs";
import { run } from "./run.mjs";

/** The lock file, and the installing script itself: a change of either asks for a new installation. */
export const lockFingerprint = () => fingerprint(["package-lock.json", "scripts/link-node.mjs"]);

/**
 * Runs `npm ci` when node_modules is absent or belongs to another lock file; the postinstall script writes the stamp.
 * @returns {Promise<number>} 0, or the exit code of what failed
 */
export async function ensureInstalled() {
  if (isInstalled()) return 0;
  // Under `npm run` the very npm that was called is taken, on the Node that runs it: the packaged Node is about to be deleted.
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  const [command, first] = cli?.endsWith("npm-cli.js") ? [node ?? process.execPath, [cli]] : ["npm", []];
  // Development packages are needed to run from source, whatever NODE_ENV says.
  const code = await run("Installing packages", command, [...first, "ci", "--include=dev", "--include=optional", "--loglevel=error"]);
  if (code !== 0 || isInstalled()) return code;
  return run("Linking Node", process.execPath, [path.join(root, "scripts/link-node.mjs")]); // install scripts are off
}

const isInstalled = () => existsSync(path.join(root, "node_modules")) && readStamp("install") === lockFingerprint();
