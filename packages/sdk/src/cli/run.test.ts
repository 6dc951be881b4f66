import type { Answer, ReceivedRequest } from "@hooklane/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runInProcess } from "../test-support/run-in-process.ts";
import { json, problem, type StartedApi, startApi } from "../test-support/start-api.ts";
import { commands } from "./commands/index.ts";

let api: StartedApi;
let respond: (request: ReceivedRequest, n: number) => Answer;
beforeEach(async () => {
  api = await startApi((request, n) => respond(request, n));
});
afterEach(() => api.server.stop());

const run = (...words: string[]) => runInProcess(words, { HOOKLANE_URL: api.baseUrl, HOOKLANE_API_KEY: "hk_test" });
const asked = () =>
  api.requests().map(({ method, path, body }) => [`${method} ${path}`, ...(body.length ? [JSON.parse(body.toString())] : [])]);

test.each([
  [["nonsense"], "There is no command"],
  [["help", "nonsense"], "There is no command"],
  [["jobs"], "hooklane jobs show"],
  [["jobs", "show"], "Something is missing"],
  [["health", "sub_1", "sub_2"], "too much"],
  [["logout", "now"], "now"],
  [["health", "sub_1", "--colour"], "--colour"],
  [["replay", "evt_1"], "dlv_"],
  [["replay", "sub_1"], "--since"],
  [["replay", "sub_1", "--since", "yesterday"], "yesterday"],
  [["replay", "sub_1", "--since", "2h", "--state", "lost"], "lost"],
  [["replay", "sub_1", "--since", "2h", "--rate", "0.5"], "1 to 10000"],
  [["jobs", "rate", "job_1", "fast"], "fast"],
  [["replay", "dlv_1", "--dry-run"], "--dry-run"],
  [["deliveries", "tail", "sub_1", "--lines", "many"], "many"],
  [["deliveries", "tail", "sub_1", "--lines", "251"], "251"],
  [["deliveries", "tail", "sub_1", "--state", "lost"], "lost"],
  [["events", "send", "a.b", "1", "--file", "x"], "--file"],
])("%j is wrong usage: exit code 2, what is wrong is named, and nothing is sent", async (words, named) => {
  const { exitCode, out, err } = await run(...words);
  expect([exitCode, out]).toEqual([2, ""]);
  expect(err).toContain(named);
  expect(api.requests()).toEqual([]);
});

test("no words at all show what there is, and count as wrong usage", async () => {
  expect(await run()).toMatchObject({ exitCode: 2, err: expect.stringContaining("hooklane events send") });
});

test.each(commands)("the help of $name names its operands and each option", async ({ name, operands, options, summary }) => {
  const { exitCode, out } = await run("help", ...name.split(" "));
  expect(exitCode).toBe(0);
  for (const part of [`hooklane ${name}`, operands, summary, ...Object.keys(options).map((option) => `--${option}`)])
    expect(out).toContain(part);
  expect((await run(...name.split(" "), "--help")).out).toBe(out);
  expect((await run("help")).out).toContain(summary);
  for (const line of out.split("\n")) expect(line.length, line).toBeLessThanOrEqual(140);
});

test("what is missing is said when there is neither a key nor an address", async () => {
  for (const [env, named] of [
    [{}, "hooklane login"],
    [{ HOOKLANE_API_KEY: "hk_x" }, "HOOKLANE_URL"],
    [{ HOOKLANE_URL: "http://a.example" }, "HOOKLANE_API_KEY"],
  ] as const) {
    const { exitCode, err } = await runInProcess(["health", "sub_1"], { HOME: "/nowhere", ...env });
    expect([exitCode, err]).toEqual([1, expect.stringContaining(named)]);
  }
  const bad = await runInProcess(["health", "sub_1"], { HOOKLANE_URL: "a.example", HOOKLANE_API_KEY: "hk_x" });
  expect(bad).toMatchObject({ exitCode: 1, err: expect.stringContaining("base URL") });
});

const health = {
  circuit_state: "closed",
  next_probe_at: null,
  success_rate: 0.9751,
  lag_seconds: 3,
  backlog: 12,
  dead_count: 0,
  oldest_dead_at: null,
  likely_configuration_error: null,
  shedding: false,
  ramp_percent: 100,
  ordered_ceiling_per_second: null,
  lane: { cap: 8, in_flight: 2 },
  host: { cap: 20, in_flight: 2, active_subscriptions: 1 },
  retry_budget: { fill: 1 },
  rate_limit: 50,
};

test("health is a table, and --check turns what is not well into exit code 3", async () => {
  respond = () => json(200, health);
  const well = await run("health", "sub_1", "--check");
  expect(well.exitCode).toBe(0);
  expect(well.out).toMatch(/^circuit +closed$/m);
  expect(well.out).toMatch(/^success +97.5 % in the last hour$/m);
  const ills = [
    { circuit_state: "open", next_probe_at: "2026-11-30T12:00:00Z" },
    { shedding: true },
    {
      likely_configuration_error: {
        cause: "http_401",
        http_status: 401,
        hint: "Check\u001b the clock.",
        since: "2026-11-30T11:00:00Z",
        share: 0.99,
      },
    },
  ];
  for (const ill of ills) {
    respond = () => json(200, { ...health, ...ill });
    const { exitCode, out } = await run("health", "sub_1", "--check");
    expect(exitCode).toBe(3);
    expect(out).not.toContain("\u001b");
    expect((await run("health", "sub_1")).exitCode).toBe(0);
    expect(JSON.parse((await run("health", "sub_1", "--json")).out)).toEqual({ ...health, ...ill });
  }
});

test("an endpoint without attempts, and a server that says less, are shown without invented numbers", async () => {
  respond = () => json(200, { circuit_state: "closed", success_rate: null, backlog: 0 });
  expect((await run("health", "sub_1")).out).toBe("circuit  closed\nsuccess  no attempts in the last hour\nbacklog  0\n");
});

const job = {
  id: "job_1",
  kind: "replay",
  selected: 12,
  queued: 12,
  dead: 0,
  pending: 0,
  cancelled: 0,
  rate_per_second: null,
  eta_seconds: null,
};

test("one delivery is replayed by its id", async () => {
  respond = () => json(202, { delivery_id: "dlv_2" });
  expect(await run("replay", "dlv_1")).toEqual({ exitCode: 0, out: "dlv_2\n", err: "" });
  expect(asked()).toEqual([["POST /v1/deliveries/dlv_1/replay"]]);
});

test("a dry run tells how many there are and begins nothing", async () => {
  respond = () => json(200, { selected: 12_000, estimated_seconds: 190 });
  expect((await run("replay", "sub_1", "--since", "2026-11-30T10:00:00Z", "--until", "2026-11-30T12:00:00Z", "-n")).out).toBe(
    "12000 deliveries, about 4 min\n",
  );
  expect(asked()).toEqual([
    ["POST /v1/subscriptions/sub_1/replay", { since: "2026-11-30T10:00:00.000Z", until: "2026-11-30T12:00:00.000Z", dry_run: true }],
  ]);
});

test("a bulk replay is followed to its end; its exit code says whether everything was delivered", async () => {
  const ends: [object, number, string][] = [
    [{ state: "completed", delivered: 12 }, 0, "job_1 completed: 12 of 12 delivered\n"],
    [{ state: "completed", delivered: 10, dead: 2 }, 3, "job_1 completed: 10 of 12 delivered, 2 dead\n"],
    [{ state: "failed", delivered: 3, failure: "subscription_disabled" }, 3, "job_1 failed (subscription_disabled): 3 of 12 delivered\n"],
  ];
  for (const [end, exitCode, out] of ends) {
    respond = ({ method }) => (method === "POST" ? json(202, { job_id: "job_1" }) : json(200, { ...job, ...end }));
    const ended = await run("replay", "sub_1", "--since", "2h", "-s", "dead", "-s", "delivered", "-t", "a.b", "--rate", "20");
    expect([ended.exitCode, ended.out]).toEqual([exitCode, out]);
  }
  expect(asked()[0]?.[1]).toMatchObject({ states: ["dead", "delivered"], types: ["a.b"], max_rate_per_second: 20 });
});

test("the rate of a bulk replay is changed, and given back to its endpoint", async () => {
  respond = ({ body }) => json(200, { ...job, ...JSON.parse(body.toString()), state: "running", delivered: 1 });
  expect((await run("jobs", "rate", "job_1", "2.5")).out).toBe("job_1 running: 1 of 12 delivered, at most 2.5/s\n");
  expect((await run("jobs", "rate", "job_1", "own")).out).toBe("job_1 running: 1 of 12 delivered\n");
  expect(asked()).toEqual([
    ["PATCH /v1/jobs/job_1", { max_rate_per_second: 2.5 }],
    ["PATCH /v1/jobs/job_1", { max_rate_per_second: null }],
  ]);
});

test("detached, a bulk replay prints its job, which other commands show, hold and end", async () => {
  respond = ({ path }) => json(202, path.endsWith("/replay") ? { job_id: "job_1" } : { ...job, state: "paused", delivered: 1 });
  expect((await run("replay", "sub_1", "--since", "2h", "--detach")).out).toBe("job_1\n");
  for (const verb of ["show", "pause", "resume", "cancel"]) {
    expect((await run("jobs", verb, "job_1")).out, verb).toBe("job_1 paused: 1 of 12 delivered\n");
  }
  expect(asked().slice(1).flat()).toEqual([
    "GET /v1/jobs/job_1",
    "POST /v1/jobs/job_1/pause",
    "POST /v1/jobs/job_1/resume",
    "POST /v1/jobs/job_1/cancel",
  ]);
});

test("the list of subscriptions is a table, all pages of it", async () => {
  const entry = (n: number) => ({ id: `sub_${n}`, state: "active", event_types: ["a.*", "b"], url: `https://${n}.example/` });
  respond = (_, n) => json(200, { data: [entry(n)], next_cursor: n < 3 ? "c" : null, has_more: n < 3 });
  expect((await run("subscriptions", "list")).out).toBe([1, 2, 3].map((n) => `sub_${n}  active  a.*,b  https://${n}.example/\n`).join(""));
});

test("an unknown id is the API's refusal, in its words", async () => {
  respond = () => problem(404, "not_found");
  expect(await run("jobs", "show", "job_9")).toEqual({
    exitCode: 1,
    out: "",
    err: "hooklane jobs show: It is not_found. (404 not_found, request req_1)\n",
  });
});
