import { parsePublicId } from "@hooklane/contracts";
import { waitFor, watchTransactions } from "@hooklane/testkit";
import { startSink } from "./load/start-sink.ts";
import { type BenchProduct, startBenchProduct } from "./product.ts";
import { quantile, round2 } from "./statistics.ts";

const TENANTS = 5_000;
const PER_TENANT = 10;
const EVENTS = 200;
const PAYLOAD = "x".repeat(900);

/**
 * How long a platform key waits for its 202 when an event goes to 50,000 subscriptions ÷ when it goes to one, in turns, while the worker writes the deliveries of
 * the broadcasts before; and the longest transaction that was seen meanwhile.
 */
export async function broadcast(say: (line: string) => void): Promise<Record<string, number>> {
  const sink = await startSink(1);
  const product = await startBenchProduct({ endpoints: [], say });
  const transactions = watchTransactions(product.db, "bench");
  try {
    const { api_key, tenant_id } = await product.product.admin<{ api_key: string; tenant_id: string }>("create-platform-key");
    await subscribeAll(product, tenant_id);
    const post = async (type: string, audience?: "all"): Promise<{ tookMs: number; id: string; deliveries: number | null }> => {
      const began = performance.now();
      const response = await fetch(product.eventsUrl, {
        method: "POST",
        headers: { authorization: `Bearer ${api_key}`, "content-type": "application/json" },
        body: JSON.stringify({ type, payload: PAYLOAD, audience }),
      });
      const answer = (await response.json()) as { event_id: string; deliveries: number | null };
      if (response.status !== 202) throw new Error(`not accepted: ${JSON.stringify(answer)}`);
      return { tookMs: performance.now() - began, id: answer.event_id, deliveries: answer.deliveries };
    };
    const fanOutOf = async (id: string): Promise<{ state: string; total: number; done: number }> => {
      const response = await fetch(`${product.eventsUrl}/${id}`, { headers: { authorization: `Bearer ${api_key}` } });
      return ((await response.json()) as { fan_out: { state: string; total: number; done: number } }).fan_out;
    };
    await waitFor(async () => (await post("one.warm")).deliveries === 1, {
      what: "the index to hold all subscriptions",
      timeoutMs: 60_000,
    });
    for (let i = 0; i < 20; i++) await post("one.warm");
    const one: number[] = [];
    const all: number[] = [];
    let first = "";
    for (let i = 0; i < EVENTS; i++) {
      one.push((await post("one.x")).tookMs);
      const sent = await post("mass.x", "all");
      first ||= sent.id;
      all.push(sent.tookMs);
    }
    await waitFor(async () => (await fanOutOf(first)).state === "done", { what: "the first broadcast's deliveries", timeoutMs: 120_000 });
    const { total, done } = await fanOutOf(first);
    if (total !== TENANTS * PER_TENANT || done !== total) throw new Error(`${done} of ${total} deliveries were written`);
    const [oneP99, allP99] = [quantile(one, 0.99), quantile(all, 0.99)];
    say(
      `202 for one: p50 ${round2(quantile(one, 0.5))}, p99 ${round2(oneP99)} ms; for ${total}: p50 ${round2(quantile(all, 0.5))}, p99 ${round2(allP99)} ms`,
    );
    const longest = await transactions.stop();
    say(`the longest transaction: ${Math.round(longest.ms)} ms, ${longest.statement.replaceAll(/\s+/g, " ")}`);
    return { broadcast_p99_ratio: round2(allP99 / oneP99), broadcast_longest_transaction_ms: Math.round(longest.ms) };
  } finally {
    await transactions.stop();
    await product.stop();
    await sink.stop();
  }
}

/** Subscriptions of 5,000 tenants, paused so that what is measured is the writing of deliveries and not their sending, and one of the platform's own. */
async function subscribeAll({ db }: BenchProduct, platformTenantId: string): Promise<void> {
  await db.query(
    `WITH t AS (INSERT INTO tenants (id, name, plan) SELECT gen_random_uuid(), 'Bench ' || n, 'scale' FROM generate_series(1, $1::integer) AS n RETURNING id)
     INSERT INTO subscriptions (id, tenant_id, url, host, event_types, shard, state)
     SELECT gen_random_uuid(), t.id, 'https://rx.example/', 'rx.example:443', '{mass.*}', n, 'paused' FROM t, generate_series(1, $2::integer) AS n`,
    [TENANTS, PER_TENANT],
  );
  await db.query(
    `INSERT INTO subscriptions (id, tenant_id, url, host, event_types, shard, state)
     VALUES (gen_random_uuid(), $1, 'https://rx.example/', 'rx.example:443', '{one.*}', 1, 'paused')`,
    [parsePublicId("tenant", platformTenantId)],
  );
}
