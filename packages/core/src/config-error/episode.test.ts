import fc from "fast-check";
import { expect, test } from "vitest";
import { hourMs } from "../time/durations.ts";
import { type EpisodeChange, type EpisodeState, followEpisode, noEpisode } from "./episode.ts";
import { type ConfigErrorFinding, defaultConfigErrorConfig } from "./judge.ts";

const finding = (status: 401 | 404): ConfigErrorFinding => ({ cause: `http_${status}`, httpStatus: status, share: 1, hint: "Check it." });

function follow(steps: readonly (readonly [at: number, finding: ConfigErrorFinding | null])[]) {
  let state: EpisodeState = noEpisode;
  const changes: EpisodeChange[] = [];
  for (const [at, found] of steps) {
    const next = followEpisode(state, found, at, defaultConfigErrorConfig);
    state = next.state;
    changes.push(...next.changes);
  }
  return { state, changes: changes.map((change) => [change.kind, change.episode.cause, change.kind === "opened" ? change.notify : null]) };
}

test("an episode notifies once, keeps its beginning, shows the share of now, and clears itself once", () => {
  const { state, changes } = follow([
    [100, finding(401)],
    [200, finding(401)],
    [300, { ...finding(401), share: 0.97 }],
  ]);
  expect(changes).toEqual([["opened", "http_401", true]]);
  expect(state.open).toMatchObject({ since: 100, share: 0.97 });
  const cleared = follow([
    [100, finding(401)],
    [400, null],
    [500, null],
  ]);
  expect(cleared.changes.slice(1)).toEqual([["cleared", "http_401", null]]);
  expect(cleared.state.open).toBeNull();
});

test("a share that wavers around its threshold sends one message", () => {
  const steps = Array.from({ length: 20 }, (_, index) => [index * 60_000, index % 2 ? null : finding(401)] as const);
  const { state, changes } = follow([...steps, [21 * 60_000, finding(401)]]);
  expect(changes.filter(([, , notify]) => notify === true)).toHaveLength(1);
  expect(state.open?.since).toBe(0);
});

test("an episode that comes back after the window is a new one", () => {
  const { state, changes } = follow([
    [0, finding(401)],
    [1_000, null],
    [1_000 + hourMs, finding(401)],
  ]);
  expect(changes.at(-1)).toEqual(["opened", "http_401", true]);
  expect(state.open?.since).toBe(1_000 + hourMs);
});

test("another cause is another episode: the first clears, the second opens and notifies", () => {
  const { changes } = follow([
    [0, finding(401)],
    [1_000, finding(404)],
  ]);
  expect(changes).toEqual([
    ["opened", "http_401", true],
    ["cleared", "http_401", null],
    ["opened", "http_404", true],
  ]);
});

test("opened and cleared alternate, whatever is found", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(null, finding(401), finding(404))), (findings) => {
      const { state, changes } = follow(findings.map((found, index) => [index * 1_000, found] as const));
      for (const [index, [kind]] of changes.entries()) expect(kind).toBe(index % 2 === 0 ? "opened" : "cleared");
      expect(state.open !== null).toBe(changes.length % 2 === 1);
      expect(state.open?.cause ?? null).toBe(findings.at(-1)?.cause ?? null);
    }),
  );
});
