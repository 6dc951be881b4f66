/**
 * The accepting half of the bare loop: parse, match by type, one statement per micro-batch, answer after its commit. No keys, no policies.
 * Argument: `{databaseUrl, lanes}` as JSON. Tells its parent `{port}` when it listens.
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { type BareLane, publicEventId, timeId } from "./schema.ts";

const { databaseUrl, lanes } = JSON.parse(process.argv[2] as string) as { databaseUrl: string; lanes: BareLane[] };
const MAX_BATCH = 200;
const PARALLEL = 3;
const DAY_MS = 86_400_000;
const TENANT = "00000000-0000-7000-8000-000000000000";
const pool = new pg.Pool({ connectionString: databaseUrl, max: PARALLEL });
const laneOf = new Map(lanes.map((lane) => [lane.type, lane]));

interface Waiting {
  id: string;
  lane: BareLane;
  body: Buffer;
  dataOffset: number;
  dataLength: number;
  acceptedMs: number;
  response: ServerResponse;
}

const insert = {
  name: "accept",
  text: `WITH e AS (
  INSERT INTO events (id, tenant_id, type, body, data_offset, data_length, accepted_at, deliveries)
  SELECT id, '${TENANT}', type, body, data_offset, data_length, to_timestamp(ms / 1000), 1
  FROM unnest($1::uuid[], $2::text[], $3::bytea[], $4::integer[], $5::integer[], $6::float8[]) AS i(id, type, body, data_offset, data_length, ms)
)
INSERT INTO deliveries (id, shard, event_id, subscription_id, class, mode, next_attempt_at, deadline_at, body_bytes)
SELECT id, 0, event_id, subscription_id, 'first', 'at_least_once', to_timestamp(ms / 1000), to_timestamp((ms + ${DAY_MS}) / 1000), bytes
FROM unnest($7::uuid[], $1::uuid[], $8::uuid[], $6::float8[], $9::integer[]) AS d(id, event_id, subscription_id, ms, bytes)`,
};

const queue: Waiting[] = [];
let writing = 0;

async function flush(): Promise<void> {
  if (writing >= PARALLEL || queue.length === 0) return;
  const batch = queue.splice(0, MAX_BATCH);
  writing++;
  let status = 202;
  await pool
    .query({
      ...insert,
      values: [
        batch.map((w) => w.id),
        batch.map((w) => w.lane.type),
        batch.map((w) => w.body),
        batch.map((w) => w.dataOffset),
        batch.map((w) => w.dataLength),
        batch.map((w) => w.acceptedMs),
        batch.map((w) => timeId(w.acceptedMs)),
        batch.map((w) => w.lane.id),
        batch.map((w) => w.body.length),
      ],
    })
    .catch((error: Error) => {
      console.error(error.message);
      status = 500;
    });
  for (const { id, response } of batch) {
    const answer = `{"event_id":"${publicEventId(id)}","deliveries":1,"shed":[]}`;
    response.writeHead(status, { "content-type": "application/json", "content-length": answer.length }).end(answer);
  }
  writing--;
  if (queue.length > 0) setImmediate(flush);
}

function accept(bytes: Buffer, response: ServerResponse): void {
  const { type } = JSON.parse(bytes.toString()) as { type: string };
  const lane = laneOf.get(type);
  const payload = bytes.subarray(bytes.indexOf('"payload":') + 10, bytes.lastIndexOf(0x7d));
  const acceptedMs = Date.now();
  const id = timeId(acceptedMs);
  if (!lane) return void response.writeHead(422).end();
  const head = Buffer.from(`{"id":"${publicEventId(id)}","type":"${type}","timestamp":"${new Date(acceptedMs).toISOString()}","data":`);
  const body = Buffer.concat([head, payload, Buffer.from("}")]);
  queue.push({ id, lane, body, dataOffset: head.length, dataLength: payload.length, acceptedMs, response });
  setImmediate(flush);
}

/** As the product's: at a steady rate some connections are idle for a while. */
const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => accept(Buffer.concat(chunks), response));
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("disconnect", () => process.exit(0));
