import { spawn } from "node:child_process";
import { chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startEmbeddedPostgres } from "./start-embedded-postgres.ts";
import {
  copyOf,
  makeSeed,
  OPTIONS,
  query,
  removeFolder,
  start,
  startInChild,
  temporaryFolder,
  tryPort,
  untilRefused,
} from "./test-support.ts";

const TIMEOUT_MS = 30_000;
const isRoot = process.getuid?.() === 0;

let seed: string;

beforeAll(async () => {
  seed = await makeSeed();
}, TIMEOUT_MS);

afterAll(() => removeFolder(seed));

test(
  "data is kept from one start to the next, in a folder that only the server's account can read",
  async () => {
    const dir = copyOf(seed);
    const first = await start(dir);
    await query(first.url, "CREATE TABLE kept AS SELECT 7 AS n");
    await first.stop();
    expect(await first.exited).toEqual({ code: 0, signal: null });
    expect(await tryPort(first.port)).toEqual({ error: "ECONNREFUSED" });
    const second = await start(dir);
    expect(await query(second.url, "SELECT n FROM kept")).toEqual([{ n: 7 }]);
    expect(statSync(path.join(dir, "data")).mode & 0o777).toBe(0o700);
  },
  TIMEOUT_MS,
);

test(
  "after a kill -9 of the server the next start recovers what was committed",
  async () => {
    const dir = copyOf(seed);
    const first = await start(dir);
    await query(first.url, "CREATE TABLE kept AS SELECT 7 AS n");
    process.kill(first.pid, "SIGKILL");
    const second = await start(dir); // at once: pid, children and port of the first one may linger
    expect(second).toMatchObject({ adopted: false });
    expect(second.pid).not.toBe(first.pid);
    expect(await query(second.url, "SELECT n FROM kept")).toEqual([{ n: 7 }]);
  },
  TIMEOUT_MS,
);

test.each(["main", "worker"] as const)(
  "a kill -9 of the process that started the server on its %s thread ends the server, in good order",
  async (thread) => {
    const dir = copyOf(seed);
    const child = await startInChild(dir, { thread });
    expect(await tryPort(child.started.port)).toEqual({});
    child.process.kill("SIGKILL");
    await untilRefused(child.started.port);
    const next = await start(dir); // waits for the end of a shutdown that is still going on
    expect(next.adopted).toBe(false);
    expect(readFileSync(path.join(dir, "postgres.log"), "utf8")).toContain("database system is shut down");
  },
  TIMEOUT_MS,
);

test(
  "a server that runs already is adopted, and only its starter ends it",
  async () => {
    const dir = copyOf(seed);
    const owner = await start(dir);
    const guest = await startEmbeddedPostgres({ dir, ...OPTIONS });
    expect(guest).toMatchObject({ adopted: true, pid: owner.pid, port: owner.port, url: owner.url });
    await guest.stop();
    expect(await query(guest.url, "SELECT 1 AS n")).toEqual([{ n: 1 }]);
    await owner.stop();
    await owner.stop();
    expect(await tryPort(owner.port)).toEqual({ error: "ECONNREFUSED" });
  },
  TIMEOUT_MS,
);

test(
  "of three processes that start on one new folder at once, one owns the server and the others adopt it",
  async () => {
    const dir = temporaryFolder();
    onTestFinished(() => removeFolder(dir));
    const children = await Promise.all([startInChild(dir), startInChild(dir), startInChild(dir)]);
    expect(children.map(({ started }) => started.adopted).sort()).toEqual([false, true, true]);
    expect(new Set(children.map(({ started }) => started.pid)).size).toBe(1);
    const port = children[0].started.port;
    for (const child of children) child.process.kill("SIGKILL");
    await untilRefused(port);
  },
  TIMEOUT_MS,
);

test(
  "the server asks for the password, listens on loopback only, and no flag can change that",
  async () => {
    const server = await start(copyOf(seed), { flags: { ...OPTIONS.flags, listen_addresses: "*", unix_socket_directories: "/tmp" } });
    const wrong = Object.assign(new URL(server.url), { password: "wrong" }).href;
    await expect(query(wrong, "SELECT 1")).rejects.toMatchObject({ code: "28P01" });
    const settings = "SELECT current_setting('listen_addresses') AS tcp, current_setting('unix_socket_directories') AS sockets";
    expect(await query(server.url, settings)).toEqual([{ tcp: "127.0.0.1", sockets: "" }]);
    const outer = Object.values(networkInterfaces())
      .flat()
      .filter((address) => address?.family === "IPv4" && !address.internal);
    for (const address of outer) expect(await tryPort(server.port, address?.address)).toEqual({ error: "ECONNREFUSED" });
  },
  TIMEOUT_MS,
);

test("a data folder of another major version is refused, with both versions and the ways out", async () => {
  const dir = temporaryFolder();
  onTestFinished(() => removeFolder(dir));
  mkdirSync(path.join(dir, "data"));
  writeFileSync(path.join(dir, "data/PG_VERSION"), "17\n");
  await expect(startEmbeddedPostgres({ dir, ...OPTIONS })).rejects.toMatchObject({
    code: "version_mismatch",
    message: expect.stringMatching(/made by PostgreSQL 17; the embedded binaries are PostgreSQL 18 .*DATABASE_URL/),
  });
});

test(
  "a pid file whose number now belongs to another program does not keep the server from starting",
  async () => {
    const dir = copyOf(seed);
    const { uid, gid } = statSync(path.join(dir, "data"));
    const stranger = spawn("sleep", ["60"], isRoot ? { uid, gid } : {});
    onTestFinished(() => {
      stranger.kill();
    });
    const file = path.join(dir, "data/postmaster.pid");
    writeFileSync(file, `${stranger.pid}\n${path.join(dir, "data")}\n1764460800\n5432\n\n127.0.0.1\n\nready   \n`, { mode: 0o600 });
    chownSync(file, uid, gid);
    const server = await start(dir);
    expect(server.adopted).toBe(false);
    expect(stranger.exitCode).toBe(null);
  },
  TIMEOUT_MS,
);

test(
  "a port that another program holds is named",
  async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      holder.close();
    });
    const { port } = holder.address() as { port: number };
    await expect(startEmbeddedPostgres({ dir: copyOf(seed), ...OPTIONS, port })).rejects.toMatchObject({
      code: "port_in_use",
      message: expect.stringContaining(String(port)),
    });
  },
  TIMEOUT_MS,
);

test(
  "a setting that the server does not know fails at once, with the server's words",
  async () => {
    const flags = { no_such_setting: "1" };
    await expect(startEmbeddedPostgres({ dir: copyOf(seed), ...OPTIONS, flags })).rejects.toMatchObject({
      code: "not_started",
      message: expect.stringContaining("no_such_setting"),
    });
  },
  TIMEOUT_MS,
);
