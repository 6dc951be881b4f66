import type { OpenApiDocument } from "@hooklane/contracts";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { listOperations } from "../lib/list-operations.ts";
import { DocsShell } from "./docs-shell.tsx";
import { Guide, guideLinks, Topic, Webhooks } from "./guide.tsx";
import { MemberList } from "./member-list.tsx";
import { Operation } from "./operation.tsx";
import { Code, Prose } from "./prose.tsx";

/** The API, for people: written from the document that programs read. */
export function ApiReference({ document }: { document: OpenApiDocument }) {
  const areas = listOperations(document);
  const baseUrl = document.servers[0]?.url ?? "";
  const operational = Object.entries(document.webhooks).filter(([name]) => name !== "event");
  const schemas = Object.entries(document.components.schemas);
  return (
    <DocsShell
      current="/docs/api"
      links={[
        { href: "#start", label: "Start", inner: guideLinks },
        ...areas.map(({ name, anchor, operations }) => ({
          href: `#${anchor}`,
          label: name,
          inner: operations.map(({ operationId, summary }) => ({ href: `#${operationId}`, label: summary })),
        })),
        {
          href: "#deliveries-to-you",
          label: "Webhooks",
          inner: [{ href: "#operational-events", label: "Operational events" }],
        },
        { href: "#schemas", label: "Schemas", inner: schemas.map(([name]) => ({ href: `#schema-${name}`, label: name })) },
      ]}
    >
      <header className="max-w-3xl pb-8">
        <h1 id="start" className="scroll-mt-16 font-semibold text-3xl tracking-tight">
          {document.info.title}
        </h1>
        <p className="mt-2 text-lg text-muted">{document.info.summary}</p>
        <p className="mt-4">
          Paths below are under <Code>{baseUrl}</Code>. The same description for programs, as OpenAPI 3.1, is at{" "}
          <a href="/v1/openapi.json" className="break-all text-accent underline underline-offset-2">
            {baseUrl}/v1/openapi.json
          </a>
          .
        </p>
      </header>
      <Guide baseUrl={baseUrl} />
      {areas.map(({ name, anchor, description, operations }) => (
        <section key={name} aria-labelledby={anchor} className="border-t pt-8">
          <h2 id={anchor} className="scroll-mt-16 font-semibold text-xl tracking-tight">
            {name}
          </h2>
          <p className="mt-1 mb-6 max-w-prose text-muted">{description}</p>
          {operations.map((operation) => (
            <Operation key={operation.operationId} operation={operation} baseUrl={baseUrl} />
          ))}
        </section>
      ))}
      <Webhooks webhooks={document.webhooks} />
      <Topic id="operational-events" title="Operational events">
        <p>
          The platform's own events, about your endpoints. A subscription gets those it asks for by name or by a pattern like{" "}
          <Code>hooklane.*</Code>; <Code>*</Code> does not take them. They are delivered like every event, and no delivery of one makes
          another.
        </p>
        {operational.map(([type, { post }]) => {
          const example = post.requestBody.content["application/json"]?.examples?.example;
          const data = post.requestBody.content["application/json"]?.schema.properties?.data;
          return (
            <details key={type} className="rounded-md border bg-surface px-3 py-2">
              <summary>
                <span className="break-all font-mono text-sm">{type}</span>
                <span className="mt-0.5 block text-muted text-sm">
                  <Prose text={post.description} />
                </span>
              </summary>
              <div className="mt-3 flex flex-col gap-3">
                {data && <MemberList schema={data} label={`data of ${type}`} />}
                {example && "value" in example && <CodeBlock code={JSON.stringify(example.value, null, 2)} what={`example of ${type}`} />}
              </div>
            </details>
          );
        })}
      </Topic>
      <section aria-labelledby="schemas" className="border-t py-8">
        <h2 id="schemas" className="scroll-mt-16 font-semibold text-xl tracking-tight">
          Schemas
        </h2>
        <div className="mt-4 flex max-w-3xl flex-col gap-8">
          {schemas.map(([name, schema]) => (
            <section key={name} aria-labelledby={`schema-${name}`}>
              <h3 id={`schema-${name}`} className="scroll-mt-16 font-mono font-semibold">
                {name}
              </h3>
              {schema.description && (
                <p className="mt-0.5 mb-2 text-muted">
                  <Prose text={schema.description} />
                </p>
              )}
              {schema.properties ? (
                <MemberList schema={schema} label={`Members of ${name}`} />
              ) : (
                <p className="text-muted">Any JSON value.</p>
              )}
            </section>
          ))}
        </div>
      </section>
    </DocsShell>
  );
}
