import type { IncomingMessage, ServerResponse } from "node:http";
import { MASK } from "@hooklane/contracts";
import { addInboxRequest, type InboxReader, type InboxSignature, readInboxReader, secretContext } from "@hooklane/db";
import { parseSecret, verify } from "../core.ts";
import { problemAnswer, send } from "../http/answer.ts";
import { discardRest } from "../http/discard-rest.ts";
import { ClientGone, collectBody } from "../http/read-body.ts";
import { nextRequestId } from "../http/request-id.ts";
import { notFound, type Refusal, refuse, unavailable } from "../result.ts";
import type { Services } from "../services.ts";
import { InboxQuota } from "./inbox-quota.ts";

/** A delivery's body at its largest, and its envelope. */
const MAX_BODY_BYTES = 512 * 1_024;
const MAX_KEPT_BYTES = 64 * 1_024;
/** Requests that are being read and kept at the same time, by this process: the inbox is a help, and takes nothing from the API. */
const MAX_AT_ONCE = 8;

type InboxServices = Pick<Services, "pool" | "now" | "secretKeys" | "publicUrl" | "urlRules" | "outages">;

/** Answers requests to inboxes: keeps each for a while, with whether its signature is right. */
export class InboxHandler {
  readonly #services: InboxServices;
  readonly #quota = new InboxQuota();
  #underWay = 0;

  constructor(services: InboxServices) {
    this.#services = services;
  }

  async handle(request: IncomingMessage, response: ServerResponse, token: string | undefined): Promise<void> {
    const requestId = nextRequestId();
    const answer = await this.#judge(request, token).catch((error: unknown) => {
      if (!(error instanceof ClientGone)) this.#services.outages.failed("inbox", error);
      return unavailable("The request could not be kept.");
    });
    if (answer === "kept") send(response, requestId, { status: 200, body: { received: true } });
    else send(response, requestId, problemAnswer(this.#services.publicUrl, answer, requestId));
    discardRest(request, response);
  }

  async #judge(request: IncomingMessage, token: string | undefined): Promise<"kept" | Refusal> {
    if (token === undefined || !this.#services.urlRules.inbox) return notFound;
    if (request.method !== "POST") return { ...refuse("method_not_allowed", "An inbox takes POST alone."), headers: { allow: "POST" } };
    if (!this.#quota.take(token, performance.now())) {
      return {
        ...refuse("too_much_under_way", "This inbox takes no more for now: it is for looking at single deliveries."),
        retryAfterSeconds: 1,
      };
    }
    if (this.#underWay >= MAX_AT_ONCE) return unavailable("Too many requests to inboxes are being read.");
    this.#underWay++;
    try {
      return await this.#keep(request, token, this.#services.urlRules.inbox.prefix);
    } finally {
      this.#underWay--;
    }
  }

  async #keep(request: IncomingMessage, token: string, prefix: string): Promise<"kept" | Refusal> {
    const { pool, now } = this.#services;
    const reader = await readInboxReader(pool, token, `${prefix}${token}`, now());
    if (!reader) return notFound;
    const body = await collectBody(request, MAX_BODY_BYTES);
    if (!body) return refuse("request_too_large", `A request may have at most ${MAX_BODY_BYTES} bytes.`);
    await addInboxRequest(pool, now(), reader.tenantId, {
      headers: Buffer.from(JSON.stringify(keptHeaders(request.rawHeaders, reader.customHeaders))),
      body: body.subarray(0, MAX_KEPT_BYTES),
      bodyBytes: body.length,
      signature: this.#judgeSignature(request, body, reader),
    });
    return "kept";
  }

  #judgeSignature({ headers }: IncomingMessage, body: Buffer, { secrets }: InboxReader): InboxSignature {
    const [id, timestamp, header] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => headers[name]);
    if (typeof id !== "string" || typeof timestamp !== "string" || typeof header !== "string") return "missing";
    if (secrets.length === 0) return "no_endpoint";
    const keys = secrets.flatMap(({ subscriptionId, ...sealed }) => {
      const text = this.#services.secretKeys.open(sealed, secretContext(subscriptionId))?.toString("utf8");
      const secret = text === undefined ? undefined : parseSecret(text);
      return secret?.ok ? [secret.bytes] : [];
    });
    const nowSeconds = this.#services.now() / 1_000;
    return verify({ id, timestampSeconds: Number(timestamp), body, secrets: keys, header, nowSeconds }).ok ? "verified" : "wrong";
  }
}

/** Names and values, in their order, as they came; what a customer sets is often a credential, and kept without its value. */
function keptHeaders(raw: readonly string[], masked: ReadonlySet<string>): [string, string][] {
  const names = new Set(Array.from(masked, (name) => name.toLowerCase()));
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] as string;
    pairs.push([name, names.has(name.toLowerCase()) ? MASK : (raw[at + 1] as string)]);
  }
  return pairs;
}
