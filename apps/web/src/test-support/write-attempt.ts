import type { StartedWeb } from "./start-web.ts";

/** An attempt as a worker records it: an answer of 500, unless told otherwise. @param more columns, by name */
export async function writeAttempt(
  web: StartedWeb,
  deliveryUuid: string,
  number: number,
  more: Record<string, unknown> = {},
): Promise<void> {
  const row: Record<string, unknown> = {
    delivery_id: deliveryUuid,
    number,
    started_at: new Date(),
    outcome: "failed",
    cause: "http_5xx",
    trigger: "event",
    status: 500,
    duration_ms: 12,
    request_headers: Buffer.from('[["webhook-id","evt_1"]]'),
    response_headers: Buffer.from('[["x-café","naïve"]]'),
    response_body: Buffer.from("oops"),
    ...more,
  };
  const names = Object.keys(row);
  await web.owner.query(
    `INSERT INTO attempts (${names.join(", ")}) VALUES (${names.map((_, i) => `$${i + 1}`).join(", ")})`,
    Object.values(row),
  );
}
