import { setTimeout as sleep } from "node:timers/promises";
import { chooseAccount } from "./account.ts";
import { answers } from "./answers.ts";
import { type Binaries, locateBinaries } from "./binaries.ts";
import { ensureCluster, type Folder, openFolder, refuseOtherMajor } from "./data-folder.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { freePort } from "./free-port.ts";
import { type Exit, type Launch, launch } from "./launch.ts";
import { livePostmaster, type Postmaster, removeStaleFile } from "./postmaster-file.ts";
import type { Flags } from "./settings.ts";
import { stopServer } from "./stop-server.ts";
import { waitUntil } from "./wait-until.ts";

export interface EmbeddedPostgresOptions {
  /** A folder of the server's own; made if absent, kept between runs. Holds `data/` (mode 0700) and `postgres.log`. */
  dir: string;
  /** Absent or 0: any free one. An adopted server keeps the port it has. */
  port?: number;
  /** Of the superuser `postgres`. It is set when the folder is first made and must be the same ever after. */
  password: string;
  /** PostgreSQL settings over ours, for example `{ fsync: "off" }`. An adopted server keeps the settings it has. */
  flags?: Flags;
}

export interface EmbeddedPostgres {
  /** For the database `postgres`, as superuser. */
  url: string;
  port: number;
  pid: number;
  /** It ran already; the process that started it will also end it. */
  adopted: boolean;
  /** Resolves when a server of ours ends, for whatever reason; absent for an adopted one. */
  exited?: Promise<Exit>;
  /** Ends a server of ours and waits for it; does nothing to an adopted one. May be called twice. */
  stop(): Promise<void>;
}

/** A killed server's children, its port and its pid linger for a moment, here up to two seconds. */
const LINGER_TIMEOUT_MS = 15_000;
const PORT_TIMEOUT_MS = 3_000;
const RETRY_MS = 150;
/** A server that accepts connections answers within milliseconds, on a busy machine within seconds. */
const ANSWER_MS = 5_000;
/** Two starters at once, or a server that was killed a moment ago. */
const OCCUPIED = /lock file "postmaster\.pid" already exists|pre-existing shared memory block/;
const PORT_TAKEN = /Address already in use|could not create any TCP\/IP sockets/;

/**
 * Starts the PostgreSQL that npm installed, on 127.0.0.1 only, or adopts the one that already runs on the folder.
 * The server ends with this process, also when it is killed (the way is described in parent-tie.ts).
 * @throws EmbeddedPostgresError
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (!/^[^\r\n\0]+$/.test(options.password)) throw new TypeError("password must be one line and not empty");
  const binaries = locateBinaries();
  const folder = openFolder(options.dir);
  const startedAt = performance.now();
  for (;;) {
    refuseOtherMajor(folder, binaries);
    const running = await settledPostmaster(folder);
    if (running) {
      const { pid, port } = running;
      if (await answers(port, ANSWER_MS)) return describe(pid, port, options.password, true, () => Promise.resolve());
      if (performance.now() - startedAt > LINGER_TIMEOUT_MS)
        throw new EmbeddedPostgresError("not_started", `A PostgreSQL (pid ${pid}) holds ${folder.dataDir}, but does not answer.`);
      await sleep(RETRY_MS);
      continue;
    }
    const port = options.port || (await freePort());
    const launched = await startOnce(folder, binaries, port, options);
    if (launched.ok) {
      const stop = () => stopServer(launched.pid, folder.dataDir);
      return { ...describe(launched.pid, port, options.password, false, stop), exited: launched.exited };
    }
    giveUpUnlessPassing(launched.log, port, folder, performance.now() - startedAt);
    await sleep(RETRY_MS);
  }
}

function startOnce(folder: Folder, binaries: Binaries, port: number, options: EmbeddedPostgresOptions): Promise<Launch> {
  const account = chooseAccount(folder.dir, folder.dataDir, binaries);
  ensureCluster(folder, binaries, account, options.password);
  return launch(folder, binaries, account, port, options.flags);
}

/** The live server once it accepts connections; undefined when there is none or it ends while we wait. */
async function settledPostmaster({ dataDir }: Folder): Promise<Postmaster | undefined> {
  let now = livePostmaster(dataDir);
  const settled = () => {
    now = livePostmaster(dataDir);
    return now === undefined || now.ready;
  };
  if (!(await waitUntil(settled, 120_000))) {
    throw new EmbeddedPostgresError("not_started", `A PostgreSQL (pid ${now?.pid}) holds ${dataDir}, but does not become ready.`);
  }
  return now;
}

/** Returns when another try makes sense, else throws what the server said. */
function giveUpUnlessPassing(log: string, port: number, folder: Folder, elapsedMs: number): void {
  if (PORT_TAKEN.test(log)) {
    if (elapsedMs < PORT_TIMEOUT_MS) return;
    throw new EmbeddedPostgresError("port_in_use", `Port ${port} on 127.0.0.1 is taken by another program.\n${log}`);
  }
  if (OCCUPIED.test(log) && elapsedMs < LINGER_TIMEOUT_MS) {
    removeStaleFile(folder.dataDir);
    return;
  }
  throw new EmbeddedPostgresError("not_started", `PostgreSQL did not start on ${folder.dataDir}; ${folder.logFile} says:\n${log}`);
}

function describe(pid: number, port: number, password: string, adopted: boolean, stop: () => Promise<void>): EmbeddedPostgres {
  return { url: `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`, port, pid, adopted, stop };
}
