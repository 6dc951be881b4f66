import { type FileHandle, open } from "node:fs/promises";

/** An append-only file of JSON lines whose writers share their syncs. */
export interface GroupCommitLog {
  /** Resolves when the line, and all lines before it, are on disk (`fdatasync`). Rejects when they cannot be. */
  append(value: unknown): Promise<void>;
  /** Waits for every line, then closes the file. */
  close(): Promise<void>;
}

/**
 * Opens the file for appending and creates it if need be.
 *
 * While one sync runs, the lines that come meanwhile wait together for the next: the cost of a sync is shared by as many callers as
 * there are, and each still waits for its own line only.
 */
export async function openGroupCommitLog(file: string): Promise<GroupCommitLog> {
  const handle = await open(file, "a", 0o644);
  let lines: string[] = [];
  let next: Promise<void> | undefined;
  let running: Promise<void> = Promise.resolve();

  const flush = async () => {
    // Whatever was appended until this moment belongs to this group; the next append opens a new one.
    const group = lines;
    lines = [];
    next = undefined;
    await writeGroup(handle, group);
  };

  return {
    append: (value) => {
      lines.push(`${JSON.stringify(value)}\n`);
      if (next === undefined) {
        next = running.then(flush, flush);
        running = next;
      }
      return next;
    },
    close: async () => {
      await running;
      await handle.close();
    },
  };
}

async function writeGroup(handle: FileHandle, group: readonly string[]): Promise<void> {
  await handle.appendFile(group.join(""));
  await handle.datasync();
}
