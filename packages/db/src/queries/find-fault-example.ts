import type pg from "pg";

export interface FaultExampleRecord {
  deliveryId: string;
  number: number;
  startedAt: Date;
  status: number | null;
  error: string | null;
  responseHeaders: Buffer | null;
  responseBody: Buffer | null;
}

/** How many of the newest deliveries are looked through. */
const LOOKED_AT = 200;

/** The latest attempt of a subscription that ended with a cause, among its newest deliveries. */
const statement = {
  name: "find_fault_example",
  text: `
SELECT a.delivery_id AS "deliveryId", a.number, a.started_at AS "startedAt", a.status, a.error, a.response_headers AS "responseHeaders", a.response_body AS "responseBody"
FROM (SELECT d.id FROM deliveries d WHERE d.subscription_id = $1 ORDER BY d.id DESC LIMIT ${LOOKED_AT}) newest
JOIN attempts a ON a.delivery_id = newest.id AND a.cause = $2
ORDER BY a.started_at DESC LIMIT 1`,
};

export async function findFaultExample(pool: pg.Pool, subscriptionId: string, cause: string): Promise<FaultExampleRecord | undefined> {
  const { rows } = await pool.query<FaultExampleRecord>({ ...statement, values: [subscriptionId, cause] });
  return rows[0];
}
