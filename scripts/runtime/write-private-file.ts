import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

/** Makes a folder that only its owner may enter (mode 0700), and takes such rights away from one that exists. */
export function ensurePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (statSync(folder).mode & 0o077) chmodSync(folder, 0o700);
}

/** Replaces a file as a whole (mode 0600): a reader sees the old or the new contents, a crash leaves one of the two. */
export function replacePrivateFile(file: string, text: string): void {
  const draft = writeDraft(file, text);
  renameSync(draft, file);
}

/** Creates a file (mode 0600) unless it exists; answers what the file says, whoever wrote it. */
export function createPrivateFile(file: string, text: string): string {
  const draft = writeDraft(file, text);
  try {
    linkSync(draft, file); // unlike rename it never replaces, and unlike open(…, "wx") it never shows half a file
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, "utf8");
}

function writeDraft(file: string, text: string): string {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}`);
  rmSync(draft, { force: true });
  const descriptor = openSync(draft, "wx", 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return draft;
}
