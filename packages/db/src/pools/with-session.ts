import pg from "pg";
import { noticesSilence } from "./pools.ts";

/** Runs work on a session of its own, for statements that no pool is meant for: as another role, or outside any transaction. */
export async function withSession<T>(url: string, applicationName: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    ...noticesSilence,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
