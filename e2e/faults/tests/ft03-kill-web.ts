import { setTimeout as sleep } from "node:timers/promises";
import { sfc32 } from "@hooklane/core";
import type { FaultTest } from "../fault-test.ts";
import { replace } from "../harness/processes.ts";
import { unansweredRequests } from "../harness/producer-lines.ts";
import { startSecondWeb } from "../harness/second-web.ts";
import { settle } from "../harness/settle.ts";
import { shortPolicy } from "../harness/short-policy.ts";

const sizes = {
  ci: { kills: 4, ratePerSecond: 40, policy: shortPolicy },
  full: { kills: 20, ratePerSecond: 60, policy: {} },
};
/** Half of the concurrent posts go to each web process. */
const inFlightEach = 25;

/** kill -9 of one of two web processes while both are asked for the same events under the same keys: one event per key, and never half of one. */
export const ft03: FaultTest = {
  id: "FT3",
  title: "kill -9 of web processes with the same keys at both",
  profiles: ["full"],
  async run({ profile, verdict, world: open, atEnd, say }) {
    const { kills, ratePerSecond, policy } = profile === "ci" ? sizes.ci : sizes.full;
    const world = await open({ policy, receivers: { healthy: { kind: "healthy" }, second: { kind: "healthy" } } });
    const tenant = await world.tenant("Keys");
    const eventType = "fault.keyed";
    const targets = [(await tenant.subscribe("healthy", { eventType })).id, (await tenant.subscribe("second", { eventType })).id];
    const second = await startSecondWeb(world);
    atEnd(second.stop);
    const producers = [
      await tenant.producer({ maxInFlight: inFlightEach }),
      await tenant.producer({ maxInFlight: inFlightEach, baseUrl: second.baseUrl }),
    ];
    const stopping = new AbortController();
    // Both producers make the same events in the same order, each at its own web process
    const loads = producers.map((producer) =>
      producer.run({
        ratePerSecond,
        until: stopping.signal,
        resolveSeconds: 60,
        makeEvent: (n) => ({ type: eventType, payload: `{"n":${n}}`, targets, idempotencyKey: `keyed-${n}` }),
      }),
    );
    const random = sfc32(3);
    for (let n = 0; n < kills; n += 1) {
      await sleep(1_000 + random() * 3_000);
      const [first] = world.product.pids("web");
      if (n % 2 === 0 && first !== undefined) await replace(world.product, "web", first, "SIGKILL");
      else await second.crash();
    }
    stopping.abort();
    const streams = await Promise.all(loads);
    say(`${kills} web processes killed`);

    verdict.books(await settle(world, { timeoutMs: 120_000 }));
    verdict.figure("kills", kills);
    verdict.figure("unknown_outcomes_resolved", unansweredRequests(world).resolved);
    const keys = Math.max(...streams.map(({ posted }) => posted));
    const { rows } = await world.db.query<{ events: number; orphans: number }>(`
      SELECT (SELECT count(*) FROM events)::integer AS events,
        ((SELECT count(*) FROM events e WHERE (SELECT count(*) FROM deliveries d WHERE d.event_id = e.id) <> ${targets.length})
        + (SELECT count(*) FROM deliveries d WHERE NOT EXISTS (SELECT FROM events e WHERE e.id = d.event_id)))::integer AS orphans`);
    verdict.exactly("same_key_duplicates", (rows[0]?.events ?? Number.NaN) - keys, 0);
    verdict.exactly("orphans", rows[0]?.orphans ?? Number.NaN, 0);
  },
};
