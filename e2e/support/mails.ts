import path from "node:path";
import { waitFor } from "@hooklane/testkit";
import pg from "pg";
import { embeddedDatabaseUrl } from "../faults/harness/database.ts";

const dataFolder = path.join(import.meta.dirname, "../../test-results/e2e-data");

export interface OutboxMail {
  kind: string;
  subject: string;
  text: string;
  html: string;
}

/** Waits for a mail of a kind in the product's outbox, where mail stays without a mail server. @param kind like `alert-opened` */
export async function mailTo(recipient: string, kind: string): Promise<OutboxMail> {
  const client = new pg.Client({ connectionString: embeddedDatabaseUrl(dataFolder) });
  await client.connect();
  try {
    const read = "SELECT kind, subject, text, html FROM mails WHERE recipient = $1 AND kind = $2 ORDER BY id DESC LIMIT 1";
    return await waitFor(async () => (await client.query<OutboxMail>(read, [recipient, kind])).rows[0], {
      what: `a mail (${kind}) to ${recipient}`,
      timeoutMs: 30_000,
      intervalMs: 200,
    });
  } finally {
    await client.end();
  }
}
