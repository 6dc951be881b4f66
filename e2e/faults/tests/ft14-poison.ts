import { setTimeout as sleep } from "node:timers/promises";
import { parsePublicId } from "@hooklane/contracts";
import type { ProducedEvent, Producer } from "@hooklane/testkit";
import type { FaultTest } from "../fault-test.ts";
import { drain } from "../harness/database.ts";
import { settle } from "../harness/settle.ts";
import { shortPolicy } from "../harness/short-policy.ts";
import type { Lane, Tenant } from "../harness/tenant.ts";
import type { World } from "../harness/world.ts";

const sizes = { ci: { backlog: 600, bad: 6 }, full: { backlog: 10_000, bad: 100 } };
const goodLanes = 6;
/** Bad rows of one kind end by their deadline at the latest. */
const deadlineMs = 8_000;
/** A hundredth of the rows is bad; that may cost some time, but no worker's standstill. */
const throughputKept = 0.5;

/** A kind of bad row: what is done to it in the ledger or the control plane before it is claimed. */
type Poison = (world: World, tenant: Tenant, lane: Lane, eventIds: readonly string[]) => Promise<unknown>;

const poisons: Record<string, Poison> = {
  missing_payload: ({ db }, _, __, ids) => db.query("UPDATE events SET body = NULL, erased_at = now() WHERE id = ANY($1)", [ids]),
  missing_event: ({ db }, _, __, ids) => db.query("DELETE FROM events WHERE id = ANY($1)", [ids]),
  // Nothing but the sweep of deadlines can find these
  missing_subscription: async ({ db }, _, { uuid }) => {
    await db.query("UPDATE deliveries SET deadline_at = now() + $2 * interval '1 ms' WHERE subscription_id = $1", [uuid, deadlineMs]);
    await db.query("DELETE FROM subscriptions WHERE id = $1", [uuid]);
  },
  deleted_endpoint: (_, tenant, { id }) => tenant.api("DELETE", `/v1/subscriptions/${id}`),
  undecryptable_secret: ({ db }, _, { uuid }) =>
    db.query("UPDATE subscription_secrets SET sealed = decode(repeat('ab', 60), 'hex') WHERE subscription_id = $1", [uuid]),
  secret_of_unknown_key: ({ db }, _, { uuid }) =>
    db.query("UPDATE subscription_secrets SET key_number = 77 WHERE subscription_id = $1", [uuid]),
  undecryptable_query: ({ db }, _, { uuid }) =>
    db.query("UPDATE subscriptions SET url = url || '?', query_sealed = '\\x00', query_key_number = 1 WHERE id = $1", [uuid]),
  undecryptable_headers: ({ db }, _, { uuid }) =>
    db.query(`UPDATE subscriptions SET custom_headers = '{"x-a": null}', headers_sealed = '\\x00', headers_key_number = 1 WHERE id = $1`, [
      uuid,
    ]),
  invalid_url: ({ db }, _, { uuid }) => db.query("UPDATE subscriptions SET url = 'http://[broken/' WHERE id = $1", [uuid]),
  forbidden_url: ({ db }, _, { uuid }) => db.query("UPDATE subscriptions SET url = 'gopher://127.0.0.1/' WHERE id = $1", [uuid]),
  unreadable_headers: ({ db }, _, { uuid }) =>
    db.query(`UPDATE subscriptions SET custom_headers = '{"x-a": 1, "x-b": {"sealed": "zzzz"}}' WHERE id = $1`, [uuid]),
};

/** JSON that breaks where it is parsed and written again, or stored as anything but bytes. */
const oddPayloads: readonly string[] = [
  '{"a":"x\\u0000y"}',
  '{"a":"\\ud83d"}',
  '{"id":12345678901234567890,"x":1.10,"y":1E2}',
  '{"a":1,"a":2}',
  '{"zebra":1,"10":2,"2":3}',
  '{"e":"\\u00e9","s":"\\/","t":"žluťoučký 🐴"}',
  "null",
  '"text"',
  `${"[".repeat(120)}${"]".repeat(120)}`,
];

/** Bodies that are to be refused with a 4xx, and never with a 5xx. */
const refusedPayloads: readonly (string | Uint8Array)[] = [
  Uint8Array.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
  "[".repeat(100_000),
  '{"a":'.repeat(30_000),
  "{} {}",
  "{,}",
  "NaN",
  '"\u0000"',
  `"${"x".repeat(262_143)}"`,
];

/** Rows that can never be sent, a hundredth among good ones: they end dead with a reason, and the good ones do not notice. */
export const ft14: FaultTest = {
  id: "FT14",
  title: "poisoned rows and payloads among good ones",
  profiles: ["ci", "full"],
  async run({ profile, verdict, world: open, say }) {
    const { backlog, bad } = profile === "ci" ? sizes.ci : sizes.full;
    const world = await open({ policy: { ...shortPolicy, rate: { start_per_s: 10_000 } }, receivers: { good: { kind: "healthy" } } });
    const tenant = await world.tenant("Good");
    const poisoned = await world.tenant("Poison");
    const good: Lane[] = [];
    for (let i = 0; i < goodLanes; i += 1) good.push(await tenant.subscribe("good", { eventType: `fault.good_${i}` }));
    const badLanes = new Map<string, Lane>();
    for (const kind of Object.keys(poisons)) badLanes.set(kind, await poisoned.subscribe("good", { eventType: `fault.${kind}` }));
    const pids = [...world.product.pids("worker"), ...world.product.pids("web")];
    const producer = await tenant.producer();

    const drainMs = async (poison: boolean): Promise<number> => {
      for (const { id } of good) await tenant.api("POST", `/v1/subscriptions/${id}/pause`);
      await post(producer, backlog, (n) => eventFor(good[n % goodLanes], '{"n":1}'));
      if (poison) {
        for (const [kind, lane] of badLanes) {
          await poisoned.api("POST", `/v1/subscriptions/${lane.id}/pause`);
          const eventIds: string[] = [];
          for (let n = 0; n < bad; n += 1) {
            const { event_id } = await poisoned.api<{ event_id: string }>("POST", "/v1/events", { type: lane.eventType, payload: n });
            eventIds.push(parsePublicId("event", event_id) ?? "");
          }
          await poisons[kind]?.(world, poisoned, lane, eventIds);
        }
        // Those that still can be: some are deleted by now
        await world.db.query("UPDATE subscriptions SET state = 'active' WHERE id = ANY($1) AND state = 'paused'", [
          [...badLanes.values()].map(({ uuid }) => uuid),
        ]);
      }
      const begun = performance.now();
      for (const { id } of good) await tenant.api("POST", `/v1/subscriptions/${id}/resume`);
      await drain(world.db, { timeoutMs: 120_000, except: [...badLanes.values()].map(({ uuid }) => uuid) });
      return performance.now() - begun;
    };
    await drainMs(false); // warms up; not counted
    const withoutMs = await drainMs(false);
    const besideMs = await drainMs(true);
    say(`${backlog} deliveries in ${Math.round(withoutMs)} ms without, in ${Math.round(besideMs)} ms among poisoned ones`);

    for (const payload of oddPayloads) await producer.post(eventFor(good[0], payload));
    const refused = [];
    for (const payload of refusedPayloads) refused.push(await producer.post(eventFor(good[0], payload), AbortSignal.timeout(10_000)));
    const notRefused = refused.filter(({ outcome }) => outcome.kind !== "refused");
    verdict.must(
      notRefused.length === 0,
      `payloads that were not refused by a 4xx: ${notRefused.map(({ outcome }) => JSON.stringify(outcome)).join(", ")}`,
    );

    await drain(world.db, { timeoutMs: 60_000 });
    for (const [kind, lane] of badLanes) {
      const ends = await endsOf(world, lane);
      verdict.must(ends === `dead: ${bad}`, `${kind}: ${ends || "no rows"}`);
    }
    verdict.books(await settle(world, { timeoutMs: 60_000, tenants: [tenant] }));
    verdict.figure("poisoned_rows", badLanes.size * bad);
    verdict.atLeast("throughput_ratio", withoutMs / besideMs, throughputKept);
    await sleep(1_000);
    const now = [...world.product.pids("worker"), ...world.product.pids("web")];
    verdict.exactly("process_restarts", pids.filter((pid) => !now.includes(pid)).length, 0);
  },
};

function eventFor(lane: Lane | undefined, payload: string | Uint8Array): ProducedEvent {
  if (lane === undefined) throw new RangeError("there is no such lane");
  return { type: lane.eventType, payload, targets: [lane.id] };
}

/** As many at a time as the producer has places. */
async function post(producer: Producer, events: number, make: (n: number) => ProducedEvent): Promise<void> {
  await Promise.all(Array.from({ length: events }, (_, n) => producer.post(make(n))));
}

/** `dead: 6` when all of a lane's rows are dead and say why; else whatever they are. */
async function endsOf({ db }: World, { uuid }: Lane): Promise<string> {
  const { rows } = await db.query<{ state: string; n: number }>(
    `SELECT CASE WHEN state = 'dead' AND reason IS NULL THEN 'dead without a reason' ELSE state END AS state, count(*)::integer AS n
     FROM deliveries WHERE subscription_id = $1 GROUP BY 1 ORDER BY 1`,
    [uuid],
  );
  return rows.map(({ state, n }) => `${state}: ${n}`).join(", ");
}
