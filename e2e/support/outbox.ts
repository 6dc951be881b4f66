import { embeddedDatabaseUrl, waitFor } from "@hooklane/testkit";
import pg from "pg";

/** The data folder of the product under test, for what nobody but its operator sees. */
export const DATA_FOLDER_VARIABLE = "HOOKLANE_E2E_DATA_DIR";

/** Asks the database of the product under test. */
export async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: embeddedDatabaseUrl(process.env[DATA_FOLDER_VARIABLE] ?? "") });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** The newest link that was mailed to an address, once there is one. @param path of the page that it leads to */
export const mailedLink = (recipient: string, path: string): Promise<string> =>
  waitFor(
    async () => {
      const rows = await query<{ text: string | null }>("SELECT text FROM mails WHERE recipient = $1 ORDER BY created_at DESC, id DESC", [
        recipient,
      ]);
      return rows.map(({ text }) => new RegExp(`https?://\\S+${path}#[\\w-]+`).exec(text ?? "")?.[0]).find((link) => link !== undefined);
    },
    { what: `a link to ${path} for ${recipient}`, timeoutMs: 10_000, intervalMs: 200 },
  );

export interface OutboxMail {
  subject: string;
  text: string;
  html: string;
}

/** Waits for the newest mail of a kind in the product's outbox, where mail stays without a mail server. @param kind like `alert-opened` */
export const mailTo = (recipient: string, kind: string): Promise<OutboxMail> =>
  waitFor(
    async () => {
      const newest = "SELECT subject, text, html FROM mails WHERE recipient = $1 AND kind = $2 ORDER BY id DESC LIMIT 1";
      return (await query<OutboxMail & pg.QueryResultRow>(newest, [recipient, kind]))[0];
    },
    { what: `a mail (${kind}) to ${recipient}`, timeoutMs: 30_000, intervalMs: 200 },
  );
