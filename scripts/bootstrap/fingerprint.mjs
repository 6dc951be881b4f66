// Fingerprints of inputs, and the stamps that remember which inputs an installation, a generated client or a build was made from.
// Contents decide, never times: a checkout or a copy changes every time and no content.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./node.mjs";

/** Stamps live in node_modules: whoever deletes that folder has deleted what they vouch for. */
const stampFile = (name) => path.join(root, "node_modules/.cache/hooklane", name);

/**
 * @param {string} name
 * @returns {string | undefined} what was stamped last
 */
export function readStamp(name) {
  try {
    return readFileSync(stampFile(name), "utf8");
  } catch {
    return undefined;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function writeStamp(name, value) {
  mkdirSync(path.dirname(stampFile(name)), { recursive: true });
  writeFileSync(stampFile(name), value);
}

/**
 * SHA-256 over the relative names and the contents of all files at or under `entries`; an entry that does not exist counts as empty.
 * @param {string[]} entries paths relative to the repository
 * @param {(relative: string) => boolean} [isInput] false leaves a file or a whole folder out
 */
export function fingerprint(entries, isInput = () => true) {
  const hash = createHash("sha256");
  const visit = (relative) => {
    if (!isInput(relative)) return;
    const absolute = path.join(root, relative);
    const stats = statSync(absolute, { throwIfNoEntry: false });
    if (stats?.isDirectory()) for (const name of readdirSync(absolute).sort()) visit(path.join(relative, name));
    else if (stats?.isFile()) hash.update(`${relative}\0${stats.size}\0`).update(readFileSync(absolute));
  };
  for (const entry of entries) visit(entry);
  return hash.digest("hex");
}
