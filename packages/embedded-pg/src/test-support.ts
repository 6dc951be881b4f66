import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { onTestFinished } from "vitest";
import type { Flags } from "./settings.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start-embedded-postgres.ts";

export const PASSWORD = "p@ss word/1";
export const OPTIONS: { password: string; flags: Flags } = {
  password: PASSWORD,
  flags: { fsync: "off", full_page_writes: "off", shared_buffers: "16MB" },
};
const INDEX = pathToFileURL(path.join(import.meta.dirname, "index.ts")).href;

/** A new folder that every account may pass through, as a data folder in a user's project is. */
export function temporaryFolder(mode = 0o711): string {
  const dir = mkdtempSync(path.join(tmpdir(), "hooklane-embedded-"));
  chmodSync(dir, mode);
  return dir;
}

/** Again and again: a server that ends at this moment still removes files of its own. */
export function removeFolder(dir: string): void {
  rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** The folder of a server that ran and stopped. */
export async function makeSeed(): Promise<string> {
  const dir = temporaryFolder();
  const server = await startEmbeddedPostgres({ dir, ...OPTIONS });
  await server.stop();
  return dir;
}

/** A copy of a stopped server's folder: quicker than making a cluster for every test. */
export function copyOf(seed: string, dir = temporaryFolder()): string {
  execFileSync("cp", ["-a", `${seed}/.`, dir]);
  rmSync(path.join(dir, "postgres.log")); // a test that reads the log means its own server
  onTestFinished(() => removeFolder(dir));
  return dir;
}

/** Starts a server and stops it after the test. */
export async function start(dir: string, options: Partial<typeof OPTIONS> & { port?: number } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dir, ...OPTIONS, ...options });
  onTestFinished(() => server.stop());
  return server;
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** `error` is the system's code, such as ECONNREFUSED; absent when the connection was accepted. */
export function tryPort(port: number, host = "127.0.0.1"): Promise<{ error?: string | undefined }> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    socket.once("connect", () => {
      socket.destroy();
      resolve({});
    });
    socket.once("error", (error: NodeJS.ErrnoException) => resolve({ error: error.code }));
  });
}

/** Bounded by the test's own timeout. */
export async function untilRefused(port: number): Promise<void> {
  while ((await tryPort(port)).error !== "ECONNREFUSED") await sleep(20);
}

export interface Child {
  process: ChildProcess;
  started: { pid: number; port: number; adopted: boolean };
}

/** Another process that starts the server, on its main thread or on a worker thread, and then lives until it is killed. */
export async function startInChild(
  dir: string,
  { thread = "main", uid, gid }: { thread?: "main" | "worker"; uid?: number; gid?: number } = {},
): Promise<Child> {
  const starter = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(INDEX)});
    const { pid, port, adopted } = await startEmbeddedPostgres(${JSON.stringify({ dir, ...OPTIONS })});
    console.log(JSON.stringify({ pid, port, adopted }));
    setInterval(() => {}, 1e6);`;
  const inWorker = `
    const { Worker } = await import("node:worker_threads");
    new Worker(new URL("data:text/javascript," + encodeURIComponent(${JSON.stringify(starter)})));`;
  const code = thread === "main" ? starter : inWorker;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
    cwd: "/",
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { process: child, started: JSON.parse(line) };
}
