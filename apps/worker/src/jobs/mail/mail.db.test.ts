import { inTransaction, JobSender, queueMail, readMail } from "@hooklane/db";
import { waitFor } from "@hooklane/testkit";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMailServer } from "../../mail/mail-server.ts";
import { createWorkerWorld, type WorkerWorld } from "../../test-support/worker-world.ts";
import { sendMail } from "./handler.ts";

let world: WorkerWorld;
let jobs: JobSender;
let smtp: SMTPServer;
let smtpUrl: string;
const received: { to: string[]; source: string }[] = [];
/** What the server says to the next recipients and messages; taken from the front. */
const refusals: { at: "rcpt" | "data"; code: number }[] = [];
const refusal = (at: "rcpt" | "data") => {
  if (refusals[0]?.at !== at) return undefined;
  return Object.assign(new Error("refused by the test"), { responseCode: refusals.shift()?.code });
};

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_, __, done) => done(refusal("rcpt")),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source: Buffer.concat(chunks).toString() });
        done(refusal("data"));
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  smtpUrl = `smtp://127.0.0.1:${(smtp.server.address() as { port: number }).port}`;
  world = await createWorkerWorld("");
  jobs = new JobSender(world.database.appUrl, () => {});
  await jobs.start();
});
afterAll(async () => {
  await jobs.stop();
  await world.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

const log = { warn: () => {} } as never;
const server = () => createMailServer({ url: smtpUrl, from: "Hooklane <no-reply@hooks.example>", messageIdDomain: "hooks.example" });
const queue = (to: string, name = "Acme") =>
  inTransaction(world.pool, (client) =>
    queueMail(client, jobs, Date.now(), {
      to,
      kind: "invitation",
      tenantId: world.tenantId,
      content: { subject: `Join ${name}`, paragraphs: [`You are invited to ${name}.`] },
    }),
  );
const send = (id: string, mailServer: ReturnType<typeof server> | undefined) =>
  sendMail({ pool: world.pool, mailServer, log }, { mail_id: id });
const to = (address: string) => received.filter((mail) => mail.to.includes(address));
const messageId = (source: string | undefined) => /^message-id: (.*)$/im.exec(source ?? "")?.[1]?.trim();

test("without a mail server mail stays in the outbox, untried; a worker that has one sends it, to its one recipient, in both forms", async () => {
  const id = await queue("first@example.com", "A&B <b>\r\nBcc: other@example.com");
  await send(id, undefined);
  expect(await readMail(world.pool, id)).toMatchObject({ attempts: 0, sentMs: null, text: expect.stringContaining("A&B <b>") });
  const worker = await world.startWorker({}, { smtpUrl });
  await waitFor(async () => (await readMail(world.pool, id))?.sentMs != null, { what: "the mail to be sent", timeoutMs: 15_000 });
  const [mail] = to("first@example.com");
  expect(mail?.to).toEqual(["first@example.com"]);
  expect(mail?.source).toMatch(/^Content-Type: text\/plain/m);
  expect(mail?.source).toMatch(/^Content-Type: text\/html/m);
  expect(mail?.source).toMatch(/^Auto-Submitted: auto-generated/m);
  expect(mail?.source).not.toMatch(/^Bcc:/im);
  expect(messageId(mail?.source)).toContain(id);
  await worker.drain();
});

test("a mail that is sent twice has one Message-ID, and one that was sent is not sent again", async () => {
  const id = await queue("twice@example.com");
  const mailServer = server();
  await send(id, mailServer);
  await world.pool.query("UPDATE mails SET sent_at = NULL, text = 'again', html = 'again' WHERE id = $1", [id]);
  await send(id, mailServer);
  await send(id, mailServer);
  const expected = `<${id}@hooks.example>`;
  expect(to("twice@example.com").map(({ source }) => messageId(source))).toEqual([expected, expected]);
});

test("a server that is busy or away gets the mail again later; one that refuses it for good ends it", async () => {
  const mailServer = server();
  const busy = await queue("busy@example.com");
  refusals.push({ at: "data", code: 451 });
  await expect(send(busy, mailServer)).rejects.toThrow("451");
  await send(busy, mailServer);
  expect(await readMail(world.pool, busy)).toMatchObject({ attempts: 2, sentMs: expect.any(Number), lastError: null });
  const away = await queue("away@example.com");
  const nobody = createMailServer({ url: "smtp://127.0.0.1:1", from: "a@b.example", messageIdDomain: "b.example" });
  await expect(send(away, nobody)).rejects.toThrow(/ECONNREFUSED/);
  expect(await readMail(world.pool, away)).toMatchObject({ failedMs: null, lastError: expect.stringContaining("ECONNREFUSED") });
  refusals.push({ at: "rcpt", code: 550 });
  await send(away, mailServer);
  expect(await readMail(world.pool, away)).toMatchObject({ failedMs: expect.any(Number), lastError: expect.stringContaining("550") });
});
