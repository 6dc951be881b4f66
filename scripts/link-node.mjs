// Runs after every installation. First: node_modules/.bin/node must be the Node of the lock file. npm 11 links it from the platform's
// package; npm 10 links it and takes it away again when it skips the package of the other architecture, whose command has the same name.
// Where no packaged Node exists (macOS) the system's Node serves, if it is new enough. Then: remember which lock file this installation
// is of, so that the commands can tell a stale one.
import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { writeStamp } from "./bootstrap/fingerprint.mjs";
import { lockFingerprint } from "./bootstrap/install.mjs";
import { isNewEnough, root, tooOldMessage } from "./bootstrap/node.mjs";

const modules = path.join(root, "node_modules");
const packaged = `node-${process.platform}-${process.arch}`;
if (existsSync(path.join(modules, packaged, "bin/node"))) {
  const link = path.join(modules, ".bin/node");
  mkdirSync(path.dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(path.join("..", packaged, "bin/node"), link);
} else if (!isNewEnough(process.versions.node)) {
  console.error(tooOldMessage(process.versions.node));
}
writeStamp("install", lockFingerprint());
