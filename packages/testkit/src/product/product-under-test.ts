import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { waitFor } from "../wait-for.ts";

const root = path.join(import.meta.dirname, "../../../..");

export interface ProductUnderTest {
  baseUrl: string;
  dataFolder: string;
  /** The supervising process. */
  process: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  /** An admin command beside the running product. @returns the object it prints */
  admin<T>(command: string, ...args: string[]): Promise<T>;
  createTenant(name: string): Promise<{ tenant_id: string; email: string; password: string; api_key: string }>;
  /** Process ids that run now, by kind. */
  pids(kind: "web" | "worker" | "postgres"): number[];
  /** kill -9 of one of a kind, and @returns when another runs in its place. */
  crash(kind: "web" | "worker" | "postgres"): Promise<void>;
  /** SIGTERM; @returns the exit code. */
  stop(): Promise<number | null>;
  /** Ends what is left and removes the data folder. */
  dispose(): Promise<void>;
}

export interface ProductPlace {
  /** An empty folder. Default: a new one. */
  readonly dataFolder?: string;
  /** A command that becomes the one that follows it, in surroundings of its making. */
  readonly through?: readonly string[];
}

/**
 * Starts the whole product on a data folder of its own. It ends with this process, however this one ends.
 * @param env beside this process's own
 * @param command `node`: what `npm start` ends up running, whose children the product's processes then are; `npm`: npm itself
 */
export async function startProductUnderTest(
  env: Record<string, string>,
  command: "node" | "npm" = "node",
  { dataFolder = mkdtempSync(path.join(tmpdir(), "hooklane-system-")), through = [] }: ProductPlace = {},
): Promise<ProductUnderTest> {
  const port = await freePort();
  const childEnv = { ...process.env, HOOKLANE_DATA_DIR: dataFolder, PORT: String(port), DATABASE_URL: "", ...env };
  const [program = "", ...args] = [
    ...through,
    ...(command === "npm" ? ["npm", "start"] : [process.execPath, path.join(root, "scripts/start.ts")]),
  ];
  const child = spawn(program, args, { cwd: root, env: childEnv, stdio: ["ignore", "pipe", "pipe", "ipc"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  await waitFor(
    () => {
      if (child.exitCode !== null) throw new Error(`the product did not start:\n${output}`);
      return /^ready http/m.test(output);
    },
    { what: "the product to be ready", timeoutMs: 120_000 },
  );

  const pids = (kind: "web" | "worker" | "postgres"): number[] => {
    if (kind === "postgres") return postmaster(dataFolder);
    return childrenOf(child.pid as number).filter((pid) => titleOf(pid).startsWith(`hooklane-${kind}`));
  };
  const exited = async (): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    return child.exitCode;
  };
  const admin = async <T>(...args: string[]): Promise<T> => {
    const { stdout } = await promisify(execFile)(process.execPath, [path.join(root, "scripts/admin.ts"), ...args, "--json"], {
      cwd: root,
      env: childEnv,
    });
    return JSON.parse(stdout.trim().split("\n").at(-1) as string);
  };
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    dataFolder,
    process: child,
    output: () => output,
    admin,
    createTenant: (name) => admin("create-tenant", "--name", name, "--email", `${name.toLowerCase()}@example.com`),
    pids,
    async crash(kind) {
      const [victim] = pids(kind);
      if (victim === undefined) throw new Error(`no ${kind} process runs`);
      process.kill(victim, "SIGKILL");
      await waitFor(() => pids(kind).some((pid) => pid !== victim), { what: `another ${kind} process`, timeoutMs: 60_000 });
    },
    async stop() {
      child.kill("SIGTERM");
      return exited();
    },
    async dispose() {
      child.kill("SIGTERM");
      await exited();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
      .once("error", reject)
      .listen(0, "127.0.0.1", () => {
        const { port } = server.address() as { port: number };
        server.close(() => resolve(port));
      });
  });

/** Processes that this one began, and those that they began. */
export const descendantsOf = (ancestor: number): number[] => childrenOf(ancestor).flatMap((pid) => [pid, ...descendantsOf(pid)]);

/** Processes that have this one as their parent. */
export function childrenOf(parent: number): number[] {
  return readdirSync("/proc").flatMap((name) => {
    const pid = Number(name);
    return pid > 0 && parentOf(pid) === parent ? [pid] : [];
  });
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);
  } catch {
    return undefined;
  }
}

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[0] ?? "";
  } catch {
    return "";
  }
}

export function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

function postmaster(dataFolder: string): number[] {
  for (const file of readdirSync(dataFolder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith("postmaster.pid"))) {
    const pid = Number(readFileSync(path.join(dataFolder, file), "utf8").split("\n")[0]);
    if (isAlive(pid)) return [pid];
  }
  return [];
}
