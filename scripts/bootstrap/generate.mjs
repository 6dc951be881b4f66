import { existsSync } from "node:fs";
import path from "node:path";
import { fingerprint, readStamp, writeStamp } from "./fingerprint.mjs";
import { modernNode, root } from "./node.mjs";
import { run } from "./run.mjs";

/** What the generated database client is made from. The lock file stands for Prisma's version. */
const inputs = ["prisma/schema.prisma", "prisma/schema", "prisma.config.ts", "package-lock.json"];

/**
 * Runs `prisma generate` when the client is absent or the schema has changed.
 * @returns {Promise<number>} 0, or the exit code of what failed
 */
export async function ensureGenerated() {
  const current = fingerprint(inputs);
  if (existsSync(path.join(root, "packages/db/src/generated/prisma/client.ts")) && readStamp("generate") === current) return 0;
  const code = await run("Generating the database client", modernNode(), [path.join(root, "scripts/prisma.mjs"), "generate"]);
  if (code === 0) writeStamp("generate", current);
  return code;
}
