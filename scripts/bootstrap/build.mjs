import { readFileSync } from "node:fs";
import path from "node:path";
import { fingerprint, readStamp, writeStamp } from "./fingerprint.mjs";
import { modernNode, root } from "./node.mjs";
import { run } from "./run.mjs";

const web = path.join(root, "apps/web");
/** The web app and every package that is bundled into it. */
const inputs = [
  "apps/web",
  "packages/contracts",
  "packages/core",
  "packages/db",
  "packages/tsconfig",
  "prisma/schema.prisma",
  "prisma/schema",
  "package-lock.json",
];
const leftOut = /(^|\/)(node_modules|\.next|\.turbo|generated|next-env\.d\.ts|[^/]*\.tsbuildinfo|[^/]*\.test\.tsx?)$/;

function buildId() {
  try {
    return readFileSync(path.join(web, ".next/BUILD_ID"), "utf8").trim();
  } catch {
    return undefined;
  }
}

/**
 * Runs `next build` when there is no production build, or it was made from other sources than these, or by another command.
 * @returns {Promise<number>} 0, or the exit code of what failed
 */
export async function ensureBuilt() {
  const current = fingerprint(inputs, (relative) => !leftOut.test(relative));
  const built = buildId();
  if (built && readStamp("build") === `${current} ${built}`) return 0;
  const next = path.join(root, "node_modules/next/dist/bin/next");
  const code = await run("Building the web app", modernNode(), [next, "build"], { cwd: web });
  if (code === 0) writeStamp("build", `${current} ${buildId()}`);
  return code;
}
