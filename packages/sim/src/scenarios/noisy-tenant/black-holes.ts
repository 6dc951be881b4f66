import { Tally } from "../../checks/tally.ts";
import { blackHole } from "../../endpoints/behaviours.ts";
import type { Table } from "../../report/table.ts";
import type { Observer } from "../../world/observer.ts";
import { worldStartMs } from "../../world/timeline.ts";
import { feedEach } from "../healthy-tenants.ts";
import { watchedWorld } from "../watched-world.ts";

const holes = 20;
const eventsPerS = 1;
const untilMs = 11 * 60_000;

export interface BlackHoles {
  readonly permits: number;
  /** Circuits that opened. */
  readonly opened: number;
  readonly lastOpenedS: number;
  /** Attempts of the lane with the most of them, before its circuit opened and after. */
  readonly mostBefore: number;
  readonly mostAfter: number;
  readonly violations: number;
}

/** With few permits a black hole never comes to the attempts from which a share of failures counts: silence alone has to open its circuit. */
export function playBlackHoles(permits: number, seed: number): BlackHoles {
  const lanes = Array.from({ length: holes }, (_, index) => ({
    id: `hole${index}`,
    tenantId: "noisy",
    host: `noisy host ${index}`,
    endpoint: blackHole,
    laneCap: permits,
  }));
  const openedAt = new Map<string, number>();
  const before = new Tally();
  const after = new Tally();
  const counting: Observer = {
    began: ({ delivery: { lane } }) => void (openedAt.has(lane.id) ? after : before).add(lane.id, 1),
    changed(_worker, transition, now) {
      if (transition.scope !== "lane" || transition.kind !== "opened" || openedAt.has(transition.id)) return;
      openedAt.set(transition.id, now);
    },
  };
  const { world, checker } = watchedWorld({ seed, lanes, observers: [counting] });
  feedEach(
    world,
    lanes.map(({ id }) => id),
    eventsPerS,
    untilMs,
    seed,
  );
  world.runFor(untilMs);
  const most = (tally: Tally) => [...tally.entries()].reduce((highest, [, n]) => Math.max(highest, n), 0);
  return {
    permits,
    opened: openedAt.size,
    lastOpenedS: (Math.max(worldStartMs, ...openedAt.values()) - worldStartMs) / 1_000,
    mostBefore: most(before),
    mostAfter: most(after),
    violations: checker.count,
  };
}

export function blackHolesTable(courses: readonly BlackHoles[]): Table {
  return {
    title: `${holes} black holes with few permits each, ${eventsPerS} event/s each`,
    columns: [
      "permits of each",
      "circuits that opened",
      "last opened after, s",
      "most attempts until then",
      `most attempts in the rest of ${untilMs / 60_000} min`,
    ],
    rows: courses.map(({ permits, opened, lastOpenedS, mostBefore, mostAfter }) => [permits, opened, lastOpenedS, mostBefore, mostAfter]),
  };
}
