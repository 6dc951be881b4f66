import {
  DEFAULT_LIMIT,
  MAX_IDEMPOTENCY_KEY_CHARACTERS,
  MAX_LIMIT,
  MAX_NESTING,
  MAX_PAYLOAD_BYTES,
  type OpenApiDocument,
  type OpenApiParameter,
  scopes,
} from "@hooklane/contracts";
import type { ReactNode } from "react";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { Rows } from "./member-list.tsx";
import { Code, Prose } from "./prose.tsx";

/** What is true of every call, before the calls. */
export const guideLinks = [
  { href: "#authentication", label: "Authentication" },
  { href: "#idempotency", label: "Idempotency" },
  { href: "#lists", label: "Lists" },
  { href: "#problems", label: "Problems" },
  { href: "#bounds", label: "What is bounded" },
];

export function Guide({ baseUrl }: { baseUrl: string }) {
  return (
    <>
      <Topic id="authentication" title="Authentication">
        <p>
          Every call but the one for the document itself carries an API key of your workspace. The key alone says whose call it is: no id of
          a tenant is sent.
        </p>
        <CodeBlock
          code={`curl ${baseUrl}/v1/subscriptions \\\n  -H "Authorization: Bearer $HOOKLANE_API_KEY"`}
          what="command: a call with a key"
        />
        <p>
          A key has scopes: <List words={scopes} />. Keys are shown once, kept as a hash, and refused within a second after they were
          revoked. A key in a URL is refused and should be replaced. What belongs to another tenant is not found.
        </p>
      </Topic>
      <Topic id="idempotency" title="Idempotency">
        <p>
          An event that is posted with an idempotency key is taken once, however often it is posted within 48 hours. Give it in the{" "}
          <Code>Idempotency-Key</Code> header or as <Code>idempotency_key</Code> in the body: 1 to {MAX_IDEMPOTENCY_KEY_CHARACTERS} visible
          ASCII characters. The repeated call gets the first one's answer with <Code>Idempotent-Replayed: true</Code>; the same key with
          another type or payload gets 422.
        </p>
      </Topic>
      <Topic id="lists" title="Lists">
        <p>
          Lists come newest first, {DEFAULT_LIMIT} rows a page unless <Code>limit</Code> says otherwise, {MAX_LIMIT} at most.{" "}
          <Code>has_more</Code> says whether there is a next page; ask for it with <Code>next_cursor</Code> as <Code>cursor</Code>. Pages do
          not shift when rows are added meanwhile.
        </p>
      </Topic>
      <Topic id="problems" title="Problems">
        <p>
          What is not done is answered with a problem (RFC 9457, <Code>application/problem+json</Code>). Programs go by its{" "}
          <Code>code</Code>, which never changes its meaning; its <Code>type</Code> leads to the{" "}
          <a href="/docs/errors" className="text-accent underline underline-offset-2">
            catalogue of codes
          </a>
          . <Code>field</Code> names the member or parameter that is to blame. Unknown members and parameters are refused, not ignored.
        </p>
        <p>
          Every answer has an <Code>X-Request-Id</Code>. Send one of your own, 1 to 64 letters, digits, <Code>.</Code>, <Code>_</Code> or{" "}
          <Code>-</Code>, and it is used.
        </p>
      </Topic>
      <Topic id="bounds" title="What is bounded">
        <ul className="list-disc pl-5">
          <li>
            A payload has at most {MAX_PAYLOAD_BYTES.toLocaleString("en-US")} bytes of UTF-8 and nests at most {MAX_NESTING} deep.
          </li>
          <li>
            Bodies are <Code>application/json</Code>, not compressed, and arrive within 30 seconds.
          </li>
          <li>
            How many subscriptions and event types a tenant may have, and how many events per second it may hand in, goes by its plan;{" "}
            <Code>GET /v1/limits</Code> tells. Calls that take events say in <Code>RateLimit</Code> what is left.
          </li>
          <li>
            503 and 429 carry <Code>Retry-After</Code>: seconds after which trying again makes sense.
          </li>
        </ul>
      </Topic>
    </>
  );
}

/** The requests that endpoints get. */
export function Webhooks({ webhooks }: Pick<OpenApiDocument, "webhooks">) {
  const event = webhooks.event?.post;
  const example = event?.requestBody.content["application/json"]?.examples?.example;
  if (!event || !example || !("value" in example)) return undefined;
  return (
    <Topic id="deliveries-to-you" title="Deliveries to you">
      <p>
        <Prose text={event.description} />
      </p>
      <CodeBlock code={JSON.stringify(example.value, null, 2)} what="body of a delivery" />
      <p>
        Verify before you trust: compute HMAC-SHA256 over <Code>webhook-id.webhook-timestamp.body</Code> with the base64-decoded part of
        your secret after <Code>whsec_</Code>, compare it in constant time with each <Code>v1</Code> signature, and refuse timestamps that
        are more than 5 minutes off. Any library for Standard Webhooks does this.
      </p>
      <Rows label="Headers of a delivery" rows={event.parameters.map(headerRow)} />
      <Rows
        label="What your answer means"
        rows={Object.entries(event.responses).map(([status, { description }]) => ({
          path: status,
          type: [],
          required: false,
          description,
          limits: [],
        }))}
      />
    </Topic>
  );
}

const headerRow = ({ name, description }: OpenApiParameter) => ({ path: name, type: [], required: false, description, limits: [] });

export function Topic({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="flex max-w-3xl flex-col gap-3 border-t py-8">
      <h2 id={id} className="scroll-mt-16 font-semibold text-xl tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  );
}

const List = ({ words }: { words: readonly string[] }) =>
  words.map((word, i) => (
    <span key={word}>
      {i > 0 && ", "}
      <Code>{word}</Code>
    </span>
  ));
