import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { Admission, classify, idempotencyKey, parsePolicyConfig, type Settlement, settle, sfc32, sign } from "./index.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Plays deliveries of five lanes for a while on a clock that is a number, and writes down every decision. */
function transcript(seed: number): string {
  const random = sfc32(seed);
  const parsed = parsePolicyConfig('{"pool":{"size":9}}');
  if (!parsed.ok) throw new Error(parsed.problems.join());
  const lines: unknown[] = [];
  const admission = new Admission(parsed.config, { random, onTransition: (transition) => void lines.push(transition) });
  for (let now = 0; now < 20_000; now += 500) {
    const offers = Array.from({ length: 5 }, (_, index) => ({
      laneId: `sub_${index}`,
      tenantId: `ten_${index % 2}`,
      host: `h${index % 3}:443`,
      class: index % 3 === 0 ? ("retry" as const) : ("first" as const),
      firstDueAt: now - 1_000 * index,
      wanted: Math.floor(random() * 5),
      subscriptionState: "active" as const,
    }));
    for (const { laneId } of offers) admission.arrived(laneId, 3, now);
    admission.tick(now);
    const { grants, refusals } = admission.grant(offers, now);
    lines.push(grants, refusals, admission.explain("sub_1", now), admission.exportLane("sub_1", now));
    for (const { n, ...permit } of grants) {
      for (let i = 0; i < n; i++) {
        const status = [200, 302, 404, 429, 500][Math.floor(random() * 5)] as number;
        const classification = classify({ kind: "response", status, retryAfter: ["Wed, 21 Oct 2099 07:28:00 GMT"] }, now);
        const input = {
          classification,
          attempt: 1,
          class: permit.class,
          mode: "at_least_once",
          deadlineAt: 90_000_000,
          prevDelayMs: null,
          now,
        } as const;
        const settlement: Settlement = settle(input, parsed.config, random);
        lines.push(settlement, admission.finish(permit, classification, 5, now));
      }
    }
    admission.forget(now);
  }
  lines.push(
    admission.snapshot(),
    sign({ id: "evt_1", timestampSeconds: 1, body: new Uint8Array(3), secrets: [new Uint8Array(32)] }),
    idempotencyKey("evt_1", "sub_1"),
  );
  return JSON.stringify(lines);
}

test("the same seed gives the same transcript, another seed another one", () => {
  expect(transcript(1)).toBe(transcript(1));
  expect(transcript(1)).not.toBe(transcript(2));
});

test("purity: no decision reads a clock, draws a number of its own, or waits: all of it works without them", () => {
  // Drawn before anything is frozen.
  const seeds = fc.sample(fc.integer(), 8);
  const expected = seeds.map(transcript);
  const forbidden = () => {
    throw new Error("not pure");
  };
  vi.stubGlobal("Date", new Proxy(Date, { get: forbidden, construct: forbidden, apply: forbidden }));
  vi.spyOn(Math, "random").mockImplementation(forbidden);
  for (const name of ["setTimeout", "setInterval", "setImmediate", "queueMicrotask", "fetch"]) vi.stubGlobal(name, forbidden);
  expect(() => Date.now()).toThrow("not pure");
  const actual = seeds.map(transcript);
  vi.unstubAllGlobals();
  expect(actual).toEqual(expected);
});

test("core imports nothing but itself, zod in config and node:crypto in signing", () => {
  const root = new URL("./", import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.includes("test-support"),
  );
  expect(files.length).toBeGreaterThan(30);
  const foreign = files.flatMap((name) =>
    [...readFileSync(new URL(name, root), "utf8").matchAll(/(?:from|import) ?\(?"([^".][^"]*)"/g)].map(
      ([, module]) => `${name.split("/")[0]}: ${module}`,
    ),
  );
  expect([...new Set(foreign)].sort()).toEqual(["config: zod", "signing: node:crypto"]);
});
