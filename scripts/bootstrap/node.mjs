// Which Node runs the TypeScript of this repository. This file itself must run on Node 20.
import { existsSync } from "node:fs";
import path from "node:path";

/** The repository's folder. */
export const root = path.join(import.meta.dirname, "../..");

/** The first Node that strips types without a flag. */
const oldest = [22, 18];

/** @param {string} version of the form "24.21.0" */
export function isNewEnough(version) {
  const [major, minor] = version.split(".").map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

/** @param {string} version the Node that is too old */
export function tooOldMessage(version) {
  return `Hooklane needs Node ${oldest.join(".")} or newer (24 recommended), and npm has no packaged Node for ${process.platform}-${process.arch}; this is ${version}.`;
}

/** The Node of the lock file, else the running one if it is new enough, else undefined. */
export function modernNode() {
  const packaged = path.join(root, "node_modules/.bin/node");
  if (existsSync(packaged)) return packaged;
  return isNewEnough(process.versions.node) ? process.execPath : undefined;
}
