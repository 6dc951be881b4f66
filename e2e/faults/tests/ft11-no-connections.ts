import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { FaultTest } from "../fault-test.ts";
import { startLoad } from "../harness/load.ts";
import { startOwnDatabase } from "../harness/own-database.ts";
import { probe } from "../harness/probe.ts";
import { unansweredRequests } from "../harness/producer-lines.ts";
import { settle } from "../harness/settle.ts";
import { shortPolicy } from "../harness/short-policy.ts";

const sizes = { ci: { seconds: 10, policy: shortPolicy }, full: { seconds: 90, policy: {} } };
/** Few enough that outsiders can take what the product leaves, and enough for what it needs at rest. */
const maxConnections = 40;
const reserved = 3;
const producers = 200;
const ratePerSecond = 100;

/** Outsiders hold every connection that the product did not have yet: what it has must do, for the workers too, and nothing locks up. */
export const ft11: FaultTest = {
  id: "FT11",
  title: "database without a free connection",
  profiles: ["full"],
  async run({ profile, verdict, world: open, atEnd, say }) {
    const { seconds, policy } = profile === "ci" ? sizes.ci : sizes.full;
    const database = await startOwnDatabase({ max_connections: String(maxConnections), superuser_reserved_connections: String(reserved) });
    atEnd(database.stop);
    const outsiders: pg.Client[] = [];
    atEnd(() => Promise.all(outsiders.map((client) => client.end())));
    const world = await open({
      policy,
      database: { productUrl: database.url, url: database.url },
      receivers: { healthy: { kind: "healthy" } },
    });
    const tenant = await world.tenant("Crowd");
    const lane = await tenant.subscribe("healthy");
    const producer = await tenant.producer({ maxInFlight: producers });
    await probe(world, producer, [lane]);
    await world.db.query("CREATE ROLE outsider LOGIN PASSWORD 'outsider'");
    const url = new URL(database.url);
    url.username = "outsider";
    url.password = "outsider";
    for (;;) {
      const client = new pg.Client({ connectionString: url.href });
      client.on("error", () => {});
      try {
        await client.connect();
      } catch {
        break; // none is left
      }
      outsiders.push(client);
    }
    say(`outsiders hold ${outsiders.length} of ${maxConnections} connections`);
    const before = world.copies().length;
    const load = startLoad(producer, { ratePerSecond, groups: [[lane]], seconds });
    await sleep(seconds * 1_000);
    verdict.figure("deliveries_per_s_kept", (world.copies().length - before) / seconds);
    verdict.atLeast("outsiders", outsiders.length, 1);
    await Promise.all(outsiders.splice(0).map((client) => client.end()));
    const faultsEndedAtMs = Date.now();
    await load.done;

    const books = await settle(world, { timeoutMs: 120_000, faultsEndedAtMs });
    verdict.books(books);
    const { serverErrors } = unansweredRequests(world);
    const { 503: unavailable = 0, ...others } = serverErrors;
    verdict.figure("error_share", unavailable / Math.max(1, books.accepted + unavailable));
    verdict.must(Object.keys(others).length === 0, `answers without a connection: ${JSON.stringify(others)}`);
  },
};
