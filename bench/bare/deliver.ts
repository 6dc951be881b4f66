/**
 * The delivering half of the bare loop: claim over all lanes in one statement with a lease, sign, post, record in batches. No policies: each
 * lane may always have as much in flight as any other. Argument: `{databaseUrl, lanes}` as JSON; obeys `pause` and `resume` of its parent.
 */
import { createHash, createHmac, createSecretKey, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Pool } from "undici";
import { type BareLane, publicEventId } from "./schema.ts";

const { databaseUrl, lanes } = JSON.parse(process.argv[2] as string) as { databaseUrl: string; lanes: BareLane[] };
const LANE_CAP = 20;
const HOST_CONNECTIONS = 20;
const MAX_BATCH = 500;
const PARALLEL_WRITES = 2;
const IDLE_MS = 5;
const secret = createSecretKey(Buffer.alloc(32, 7));
const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
const laneOf = new Map(
  lanes.map((lane) => [lane.id, { ...lane, path: new URL(lane.url).pathname, origin: new URL(lane.url).origin, inFlight: 0 }]),
);
const hosts = new Map(
  [...laneOf.values()].map(({ origin }) => [origin, new Pool(origin, { connections: HOST_CONNECTIONS, pipelining: 1 })]),
);

interface Claimed {
  id: string;
  eventId: string;
  subscriptionId: string;
  attempt: number;
  body: Buffer;
}

const claimStatement = {
  name: "claim",
  text: `WITH picked AS MATERIALIZED (
  SELECT c.id FROM unnest($1::uuid[], $2::integer[]) AS l(id, n) CROSS JOIN LATERAL (
    SELECT id FROM deliveries WHERE subscription_id = l.id AND state = 'pending' AND next_attempt_at <= now()
    ORDER BY next_attempt_at LIMIT l.n FOR UPDATE SKIP LOCKED
  ) c
)
UPDATE deliveries d SET state = 'inflight', attempt = d.attempt + 1, lease_token = $3, lease_expires_at = now() + interval '90 s'
FROM picked WHERE d.id = picked.id
RETURNING d.id, d.event_id AS "eventId", d.subscription_id AS "subscriptionId", d.attempt, (SELECT body FROM events e WHERE e.id = d.event_id) AS body`,
};

interface Result {
  claim: Claimed;
  token: string;
  startedMs: number;
  status: number;
  durationMs: number;
  requestHeaders: Buffer;
  responseHeaders: Buffer;
  responseBody: Buffer;
}

const settleStatement = {
  name: "settle",
  text: `WITH r AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::float8[], $5::integer[], $6::integer[], $7::bytea[], $8::bytea[], $9::bytea[])
    AS r(id, token, number, started_ms, status, duration_ms, request_headers, response_headers, response_body)
), written AS (
  INSERT INTO attempts (delivery_id, number, started_at, outcome, cause, trigger, status, duration_ms, first_byte_ms, remote_address, request_headers,
    response_headers, response_body)
  SELECT id, number, to_timestamp(started_ms / 1000), 'success', 'http_2xx', 'event', status, duration_ms, duration_ms, '127.0.0.1', request_headers,
    response_headers, response_body FROM r
)
UPDATE deliveries d SET state = 'delivered', lease_token = NULL, lease_expires_at = NULL, last_status = r.status, finished_at = now()
FROM r WHERE d.id = r.id AND d.lease_token = r.token`,
};

const results: Result[] = [];
let writing = 0;

async function record(): Promise<void> {
  if (writing >= PARALLEL_WRITES || results.length === 0) return;
  const batch = results.splice(0, MAX_BATCH);
  writing++;
  await pool.query({
    ...settleStatement,
    values: [
      batch.map((r) => r.claim.id),
      batch.map((r) => r.token),
      batch.map((r) => r.claim.attempt),
      batch.map((r) => r.startedMs),
      batch.map((r) => r.status),
      batch.map((r) => r.durationMs),
      batch.map((r) => r.requestHeaders),
      batch.map((r) => r.responseHeaders),
      batch.map((r) => r.responseBody),
    ],
  });
  writing--;
  if (results.length > 0) setImmediate(record);
}

async function post(claim: Claimed, token: string): Promise<void> {
  const lane = laneOf.get(claim.subscriptionId);
  const host = lane && hosts.get(lane.origin);
  if (!lane || !host) throw new Error(`no lane ${claim.subscriptionId}`);
  const startedMs = Date.now();
  const id = publicEventId(claim.eventId);
  const seconds = String(Math.floor(startedMs / 1_000));
  const headers = {
    "content-type": "application/json",
    "accept-encoding": "identity",
    "user-agent": "bare/1",
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": `v1,${createHmac("sha256", secret).update(`${id}.${seconds}.`).update(claim.body).digest("base64")}`,
    "idempotency-key": createHash("sha256").update(`${id}|sub_${lane.id}`).digest("hex"),
    "x-timestamp": seconds,
    "x-attempt": String(claim.attempt),
  };
  const answer = await host.request({ path: lane.path, method: "POST", body: claim.body, headers });
  const responseBody = Buffer.from(await answer.body.arrayBuffer());
  lane.inFlight--;
  results.push({
    claim,
    token,
    startedMs,
    status: answer.statusCode,
    durationMs: Date.now() - startedMs,
    requestHeaders: Buffer.from(JSON.stringify(headers)),
    responseHeaders: Buffer.from(JSON.stringify(answer.headers)),
    responseBody,
  });
  setImmediate(record);
}

let paused = false;
process.on("message", (order) => {
  paused = order === "pause";
});
process.on("disconnect", () => process.exit(0));

for (;;) {
  const free = [...laneOf.values()].filter((lane) => lane.inFlight < LANE_CAP);
  if (paused || free.length === 0) {
    await sleep(paused ? 50 : 1);
    continue;
  }
  const token = randomUUID();
  const wanted = free.map((lane) => LANE_CAP - lane.inFlight);
  const { rows } = await pool.query<Claimed>({ ...claimStatement, values: [free.map((lane) => lane.id), wanted, token] });
  for (const row of rows) {
    const lane = laneOf.get(row.subscriptionId);
    if (lane) lane.inFlight++;
    void post(row, token);
  }
  // A claim of a few rows costs as much as one of many
  if (rows.length < 50) await sleep(IDLE_MS);
}
