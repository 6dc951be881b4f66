import type { OutgoingMail } from "@hooklane/db";
import { createTransport } from "nodemailer";

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 20_000;

/** How an attempt to hand a mail over ended. */
export type Handover = { kind: "taken" } | { kind: "refused"; error: string; isFinal: boolean };

/** The operator's mail server. */
export interface MailServer {
  /** Hands one mail over, within half a minute or so. Whatever goes wrong is in the answer. */
  send: (mail: OutgoingMail) => Promise<Handover>;
}

export interface MailServerOptions {
  /** smtp: or smtps:, with name and password where the server asks for them. */
  url: string;
  /** The From header. */
  from: string;
  /** The right half of every Message-ID. */
  messageIdDomain: string;
}

/** Mail goes to the server that the operator names: it is not a tenant's address, and the rules of egress do not apply to it. */
export function createMailServer({ url, from, messageIdDomain }: MailServerOptions): MailServer {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: IDLE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, recipient, subject, text, html, createdMs }) {
      try {
        await transport.sendMail({
          from,
          to: { name: "", address: recipient },
          subject,
          text,
          html,
          date: new Date(createdMs),
          messageId: `<${id}@${messageIdDomain}>`,
          headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
        });
        return { kind: "taken" };
      } catch (error) {
        return { kind: "refused", error: error instanceof Error ? error.message : String(error), isFinal: isFinal(error) };
      }
    },
  };
}

/** A 5xx answer to this very envelope or message. One to the sign-in is the operator's to mend, and the mail waits for it. */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === "EENVELOPE" || code === "EMESSAGE") && responseCode !== undefined && responseCode >= 500;
}
