import type { StartedWeb } from "./start-web.ts";

export interface OutboxMail {
  kind: string;
  subject: string;
  text: string;
  html: string;
}

/** The mails to an address, oldest first. */
export async function mailsTo({ owner }: Pick<StartedWeb, "owner">, recipient: string): Promise<OutboxMail[]> {
  return (await owner.query("SELECT kind, subject, text, html FROM mails WHERE recipient = $1 ORDER BY created_at, id", [recipient])).rows;
}

/** The token inside the newest link that was mailed to an address. @throws Error without one */
export async function mailedToken(web: Pick<StartedWeb, "owner">, recipient: string, kind?: string): Promise<string> {
  const mails = await mailsTo(web, recipient);
  const mail = mails.filter((one) => (kind === undefined || one.kind === kind) && /#[\w-]{43}/.test(one.text)).at(-1);
  const token = mail && /#([\w-]{43})/.exec(mail.text)?.[1];
  if (!token) throw new Error(`no link was mailed to ${recipient}`);
  return token;
}
