import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { waitFor } from "../wait-for.ts";
import { readReceiverLedger } from "./receiver-ledger.ts";
import { startReceiverProcess } from "./receiver-process.ts";

const post = (port: number | undefined) => fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" });

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("receivers in a process of their own", () => {
  let folder: string;
  let ledgerFile: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "receiver-process-"));
    ledgerFile = path.join(folder, "ledger.ndjson");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("are the samples by default, and each does what its name says", async () => {
    const receivers = await startReceiverProcess({ ledgerFile });
    const { healthy, server_error, unauthorized } = receivers.ports;
    const statuses = await Promise.all([healthy, server_error, unauthorized].map(async (port) => (await post(port)).status));
    expect(statuses).toEqual([200, 500, 401]);
    expect(Object.keys(receivers.ports)).toEqual([
      "healthy",
      "healthy_2",
      "healthy_3",
      "slow",
      "flaky",
      "server_error",
      "unauthorized",
      "black_hole",
    ]);
    await receivers.stop();
    const answers = readReceiverLedger(ledgerFile).map(({ endpoint, statusSent }) => [endpoint, statusSent]);
    expect(Object.fromEntries(answers)).toEqual({ healthy: 200, server_error: 500, unauthorized: 401 });
  });

  it("keep their ledger through kill -9", async () => {
    const receivers = await startReceiverProcess({ ledgerFile, behaviours: { a: { kind: "healthy" } } });
    expect((await post(receivers.ports.a)).status).toBe(200);
    process.kill(receivers.pid, "SIGKILL");
    await receivers.stop();
    expect(readReceiverLedger(ledgerFile)).toMatchObject([{ endpoint: "a", bodyBytes: 2 }]);
  });

  it("take new behaviours and secrets, and refuse nonsense by name", async () => {
    const receivers = await startReceiverProcess({ ledgerFile, behaviours: { a: { kind: "healthy" } } });
    await receivers.set("a", { kind: "status", status: 418 });
    await receivers.setSecret("a", `whsec_${Buffer.alloc(32, 1).toString("base64")}`);
    expect((await post(receivers.ports.a)).status).toBe(418);
    await expect(receivers.set("b", { kind: "healthy" })).rejects.toThrow("no receiver is named b");
    await expect(receivers.set("a", { kind: "slow", delayMs: -1 })).rejects.toThrow("delayMs must be between");
    await receivers.stop();
    await expect(receivers.set("a", { kind: "healthy" })).rejects.toThrow("has ended");
    expect(readReceiverLedger(ledgerFile)).toMatchObject([{ signature: "invalid", statusSent: 418 }]);
  });

  it("listen on the wanted ports again after a restart", async () => {
    const behaviours = { a: { kind: "healthy" } } as const;
    const first = await startReceiverProcess({ ledgerFile, behaviours });
    await first.stop();
    const second = await startReceiverProcess({ ledgerFile, behaviours, ports: first.ports });
    expect(second.ports).toEqual(first.ports);
    await second.stop();
  });

  it("end when the process that started them is killed", async () => {
    const module = new URL("./receiver-process.ts", import.meta.url).href;
    const script = `
      const { startReceiverProcess } = await import(${JSON.stringify(module)});
      const receivers = await startReceiverProcess({ ledgerFile: ${JSON.stringify(ledgerFile)}, behaviours: { a: { kind: "healthy" } } });
      console.log(receivers.pid);
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = await createInterface({ input: parent.stdout })
      [Symbol.asyncIterator]()
      .next()
      .then(({ value }) => [value]);
    const pid = Number(line);
    expect(isRunning(pid)).toBe(true);
    parent.kill("SIGKILL");
    await waitFor(() => !isRunning(pid), { what: "the receivers' end" });
  });
});
