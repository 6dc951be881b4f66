import type { Observer } from "./observer.ts";
import type { Transcript } from "./transcript.ts";

/** Writes down what a world does. Rounds in which nothing was granted leave no line: a refusal is not an act. */
export function transcribe(transcript: Transcript): Observer {
  return {
    accepted: (delivery, now) => transcript.write(now, "accepted", delivery.lane.id, delivery.id, delivery.class),
    decided(worker, _offers, grants, _refusals, now) {
      for (const grant of grants) transcript.write(now, "granted", grant.laneId, grant.n, `${worker} ${grant.class}`);
    },
    unused: (worker, grant, n, now) => transcript.write(now, "unused", grant.laneId, n, worker),
    began: ({ worker, delivery, number }, now) => transcript.write(now, "began", worker, delivery.id, number),
    ended: ({ worker, delivery, classification }, now) => transcript.write(now, "ended", worker, delivery.id, classification.cause),
    settled: ({ delivery }, settlement, isStale, now) =>
      transcript.write(now, isStale ? "stale" : settlement.state, delivery.lane.id, delivery.id, delivery.nextAttemptAt - now),
    final: (delivery, now) => transcript.write(now, "final", delivery.lane.id, delivery.id, delivery.deadReason ?? delivery.state),
    changed: (worker, transition, now) =>
      transcript.write(now, transition.kind, worker, transition.scope === "fleet" ? "fleet" : transition.id),
    adopted: (worker, scope, id, now) => transcript.write(now, "adopted", worker, scope, id),
    tookOver: (worker, lane, now) => transcript.write(now, "took over", worker, lane.id),
    crashed: (worker, now) => transcript.write(now, "crashed", worker),
  };
}
