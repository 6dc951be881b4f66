import pg from "pg";
import { noticesSilence } from "./pools.ts";

const PROBE_TIMEOUT_MS = 5_000;

/** Whether the database answers on a connection made for the question: pools may be exhausted or hold connections that are dead. */
export async function probeDatabase(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "hooklane-probe",
    ...noticesSilence,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on("error", () => {}); // what it means is said by the query
  try {
    await client.connect();
    await client.query("SELECT 1");
    return true;
  } catch {
    return false;
  } finally {
    client.end().catch(() => {});
  }
}
