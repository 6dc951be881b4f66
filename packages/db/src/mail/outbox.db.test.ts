import { createTestDatabase, type TestDatabase } from "@hooklane/testkit";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "../ids/uuid-v7.ts";
import { JobSender } from "../jobs/boss.ts";
import { inTransaction } from "../pools/in-transaction.ts";
import { openPool } from "../pools/pools.ts";
import { deleteOldMails, listMails, markMailFailed, markMailSent, readMail, takeMail } from "./outbox.ts";
import { type NewMail, queueMail } from "./queue-mail.ts";

const DAY_MS = 86_400_000;
let database: TestDatabase;
let pool: pg.Pool;
let jobs: JobSender;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ url: database.appUrl, applicationName: "test", max: 4, onError: () => {} });
  jobs = new JobSender(database.appUrl, () => {});
  await jobs.start();
});
afterAll(async () => {
  await jobs.stop();
  await pool.end();
  await database.drop();
});

const mail = (fields: Partial<NewMail> = {}): NewMail => ({
  to: "ada@example.com",
  kind: "invitation",
  tenantId: null,
  content: { subject: "Hello", paragraphs: ["You are invited."], action: { label: "Join", url: "https://hooks.example.com/join?t=1" } },
  ...fields,
});
const queue = (fields: Partial<NewMail> = {}, nowMs = Date.now()) =>
  inTransaction(pool, (client) => queueMail(client, jobs, nowMs, mail(fields)));
const jobsFor = async (id: string) =>
  (await pool.query("SELECT FROM pgboss.job WHERE name = 'mail' AND data ->> 'mail_id' = $1", [id])).rowCount;

test("a mail and its job exist exactly if their cause is committed", async () => {
  const kept = await queue();
  expect([(await readMail(pool, kept))?.subject, await jobsFor(kept)]).toEqual(["Hello", 1]);
  let lost = "";
  await inTransaction(pool, async (client) => {
    lost = await queueMail(client, jobs, Date.now(), mail());
    throw new Error("undone");
  }).catch(() => {});
  expect([await readMail(pool, lost), await jobsFor(lost)]).toEqual([undefined, 0]);
});

test("C68: a recipient that is more than an address is refused, and a subject cannot begin a header, whoever writes the row", async () => {
  await expect(queue({ to: "a@b.example\r\nBcc: c@d.example" })).rejects.toThrow(TypeError);
  const id = await queue({ content: { subject: "Hi\r\nBcc: c@d.example", paragraphs: ["<b>"] } });
  expect(await readMail(pool, id)).toMatchObject({ subject: "Hi Bcc: c@d.example", html: expect.stringContaining("&lt;b&gt;") });
  const insert = (recipient: string, subject: string) =>
    pool.query("INSERT INTO mails (id, kind, recipient, subject) VALUES ($1, 'invitation', $2, $3)", [
      uuidV7(Date.now()),
      recipient,
      subject,
    ]);
  await expect(insert("a@b.example", "x\ny")).rejects.toMatchObject({ constraint: "mails_headers" });
  await expect(insert("a@b.example, c@d.example", "x")).rejects.toMatchObject({ constraint: "mails_headers" });
});

test("a mail that was sent is not taken again, and its text is gone", async () => {
  const id = await queue();
  expect(await takeMail(pool, id)).toMatchObject({ id, recipient: "ada@example.com", text: expect.stringContaining("You are invited.") });
  await markMailSent(pool, id);
  expect(await takeMail(pool, id)).toBeUndefined();
  expect(await readMail(pool, id)).toMatchObject({ attempts: 1, sentMs: expect.any(Number), text: null, html: null });
});

test("a mail that is refused is tried again until it was refused for good or too often", async () => {
  const id = await queue();
  await takeMail(pool, id);
  expect(await markMailFailed(pool, id, "421 later", false)).toBe(true);
  expect(await readMail(pool, id)).toMatchObject({ attempts: 1, failedMs: null, lastError: "421 later" });
  await takeMail(pool, id);
  expect(await markMailFailed(pool, id, "550 nobody here", true)).toBe(false);
  expect(await takeMail(pool, id)).toBeUndefined();
  const often = await queue();
  let isAgain = true;
  let n = 0;
  for (; isAgain && n < 100; n++) {
    await takeMail(pool, often);
    isAgain = await markMailFailed(pool, often, "421 later", false);
  }
  expect(isAgain).toBe(false);
  expect(n).toBeGreaterThan(5);
});

test("the outbox is read newest first, page by page, by recipient and by tenant, and mails go after 30 days", async () => {
  const tenantId = uuidV7(Date.now());
  const old = await queue({ tenantId, to: "old@page.example" }, Date.now() - 31 * DAY_MS);
  const ids = [await queue({ tenantId, to: "one@page.example" }), await queue({ to: "two@page.example" })];
  const list = async (filter: Parameters<typeof listMails>[1]) => (await listMails(pool, filter)).map(({ id }) => id);
  expect(await list({ recipient: "PAGE.example", limit: 10 })).toEqual([ids[1], ids[0], old]);
  expect(await list({ tenantId, limit: 10 })).toEqual([ids[0], old]);
  expect(await list({ recipient: "page.example", before: ids[1] as string, limit: 1 })).toEqual([ids[0]]);
  expect(await deleteOldMails(pool, Date.now(), 100)).toBe(1);
  expect(await list({ tenantId, limit: 10 })).toEqual([ids[0]]);
});
