import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { restartDelayMs } from "./back-off.ts";
import { ProcessLog, summaryOf } from "./process-log.ts";
import { SupervisedProcess } from "./supervised-process.ts";
import { supervise } from "./supervisor.ts";

let folder: string;
let said: string[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hooklane-supervisor-"));
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const quick = { firstMs: 10, maxMs: 40, healthyMs: 60_000 };
const readyAndDrains = `process.on("disconnect", () => process.exit(0));
  process.on("SIGTERM", () => { console.error("drained"); process.exit(0); });
  setInterval(() => {}, 1000);
  process.send({ ready: true });`;

function specOf(name: string, source: string) {
  const entry = path.join(folder, `${name}.mjs`);
  writeFileSync(entry, source);
  return { name, entry, env: process.env };
}
const supervised = (name: string, source: string) =>
  new SupervisedProcess(specOf(name, source), new ProcessLog(folder, name, (line) => said.push(line)), quick);
const options = (signal = new AbortController().signal) => ({
  dataFolder: folder,
  summarise: (line: string) => void said.push(line),
  signal,
});
const logOf = (name: string) => readFileSync(path.join(folder, "logs", `${name}.log`), "utf8");

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return true;
  }
}

test("a process that is killed is started again and becomes ready again", async () => {
  const process_ = supervised("phoenix", readyAndDrains);
  await process_.start();
  const first = process_.pid as number;
  process.kill(first, "SIGKILL");
  await vi.waitFor(() => expect(process_.ready && process_.pid !== first).toBe(true), 10_000);
  expect(said).toContainEqual("phoenix: ended (signal SIGKILL); started again in 10 ms");
  expect(await process_.stop(10_000)).toEqual({ code: 0, signal: null });
});

/** Answers /livez as its file says, as long as its loop turns. */
const probed = (file: string, thenHangs: boolean) => `
  import { createServer } from "node:http";
  import { existsSync } from "node:fs";
  ${readyAndDrains}
  const server = createServer((_, response) => {
    const sick = existsSync(${JSON.stringify(file)});
    if (sick && ${thenHangs}) for (;;);
    response.writeHead(sick ? 503 : 200).end(sick ? "sick" : "well");
  });
  server.listen(0, "127.0.0.1", () => process.send({ opsUrl: "http://127.0.0.1:" + server.address().port }));`;

test.each([
  {
    what: "says itself that it is dead is asked to drain",
    hangs: false,
    expected: ["is dead and is ended: sick", "drained", "ended (exit code 0)"],
  },
  {
    what: "does not answer any more is killed",
    hangs: true,
    expected: ["is dead and is ended: no answer for 0 s", "ended (signal SIGKILL)"],
  },
])("a process that $what, and is started again, each time after a longer while", async ({ hangs, expected }) => {
  const file = path.join(folder, "sick");
  const rules = { everyMs: 20, timeoutMs: 200, failures: 2, silentMs: 400, drainMs: 10_000 };
  const spec = specOf("patient", probed(file, hangs));
  const log = new ProcessLog(folder, "patient", (line) => said.push(line));
  const patient = new SupervisedProcess(spec, log, { ...quick, healthyMs: 0 }, rules);
  await patient.start();
  let pid = patient.pid;
  for (const delayMs of [10, 20]) {
    await vi.waitFor(() => expect(said.at(-1)).toMatch(/metrics at http/), 10_000);
    writeFileSync(file, "");
    await vi.waitFor(() => expect(said.at(-1)).toMatch(new RegExp(`started again in ${delayMs} ms`)), 10_000);
    rmSync(file);
    await vi.waitFor(() => expect(patient.ready && patient.pid !== pid).toBe(true), 10_000);
    pid = patient.pid;
  }
  for (const line of expected) expect(said.some((heard) => heard.includes(line))).toBe(true);
  expect(await patient.stop(10_000)).toEqual({ code: 0, signal: null });
});

test("a process that never becomes ready is given up, and the message names its log", async () => {
  const broken = supervised("broken", `console.error("PORT must be a number"); process.exit(3);`);
  await expect(broken.start()).rejects.toThrow(/broken does not start \(exit code 3\); see .*broken\.log/);
  expect(logOf("broken").match(/PORT must be a number/g)).toHaveLength(3);
  expect(said).toContain("broken: PORT must be a number");
});

test("stopping lets a process drain, and kills one that does not end in time", async () => {
  const stubborn = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); process.send({ ready: true });`;
  const running = await supervise([specOf("gentle", readyAndDrains), specOf("stubborn", stubborn)], options());
  const pids = running.processes.map((p) => p.pid as number);
  expect(await running.stop(300)).toEqual({ gentle: { code: 0, signal: null }, stubborn: { code: null, signal: "SIGKILL" } });
  expect(pids.every(isGone)).toBe(true);
  expect(said).toContain("gentle: drained");
  expect(said).toContain("stubborn: did not end within 0.3 s: killed");
});

test("if one process does not start, the others are ended before the error is thrown", async () => {
  const pidFile = path.join(folder, "pid");
  const sound = `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); ${readyAndDrains}`;
  await expect(supervise([specOf("sound", sound), specOf("broken", "process.exit(1)")], options())).rejects.toThrow(
    "broken does not start",
  );
  expect(isGone(Number(readFileSync(pidFile, "utf8")))).toBe(true);
});

test("a start that is called off ends what it had started", async () => {
  const pidFile = path.join(folder, "pid");
  const slow = `import { writeFileSync } from "node:fs"; setInterval(() => {}, 1000); writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));`;
  const controller = new AbortController();
  const starting = supervise([specOf("slow", slow)], options(controller.signal));
  starting.catch(() => {});
  await vi.waitFor(() => expect(existsSync(pidFile)).toBe(true), 10_000);
  controller.abort();
  await expect(starting).rejects.toThrow("slow was stopped");
  await vi.waitFor(() => expect(isGone(Number(readFileSync(pidFile, "utf8")))).toBe(true));
});

test("when the supervisor is killed, its processes end by themselves", async () => {
  const spec = specOf("orphan", `${readyAndDrains} console.error("pid", process.pid);`);
  const source = `import { supervise } from ${JSON.stringify(`${import.meta.dirname}/supervisor.ts`)};
    const spec = ${JSON.stringify({ name: spec.name, entry: spec.entry })};
    const running = await supervise([{ ...spec, env: process.env }], { dataFolder: ${JSON.stringify(folder)}, summarise() {}, signal: new AbortController().signal });
    console.log(running.processes[0].pid);`;
  const supervisor = spawn(process.execPath, ["--input-type=module", "--eval", source], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(supervisor.stdout.setEncoding("utf8"), "data");
  expect(isGone(Number(line))).toBe(false);
  supervisor.kill("SIGKILL");
  await vi.waitFor(() => expect(isGone(Number(line))).toBe(true), 10_000);
});

test("the delay before a restart doubles and is bounded", () => {
  const backOff = { firstMs: 250, maxMs: 10_000, healthyMs: 30_000 };
  expect([0, 1, 2, 5, 6, 5_000].map((failures) => restartDelayMs(failures, backOff))).toEqual([250, 500, 1_000, 8_000, 10_000, 10_000]);
});

test("warnings of a JSON log and plain lines on stderr are shown at once, the rest only kept", () => {
  expect(summaryOf('{"level":30,"msg":"accepted"}', "stderr")).toBeUndefined();
  expect(summaryOf('{"level":50,"msg":"cannot record","err":{"message":"connection lost"}}', "stdout")).toBe(
    "cannot record: connection lost",
  );
  expect(summaryOf("Error: no", "stderr")).toBe("Error: no");
  expect(summaryOf("> listening", "stdout")).toBeUndefined();
  expect(summaryOf("null", "stderr")).toBe("null");
});
