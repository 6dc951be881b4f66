import type { OpenApiParameter, OpenApiResponse } from "@hooklane/contracts";
import { Fragment, type ReactNode } from "react";
import { Badge, type Tone } from "../../../ui/badge.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { callAsCurl } from "../lib/call-as-curl.ts";
import { typeText } from "../lib/describe-schema.ts";
import type { ListedOperation } from "../lib/list-operations.ts";
import { MemberList, Rows, Type } from "./member-list.tsx";
import { Code, Prose } from "./prose.tsx";

const tones: Record<ListedOperation["method"], Tone> = { get: "live", post: "good", patch: "wait", delete: "bad" };

/** One call: what it does, what it takes, what it answers. */
export function Operation({ operation, baseUrl }: { operation: ListedOperation; baseUrl: string }) {
  const { operationId, method, path, summary, description, security, parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content["application/json"];
  const scopes = security.flatMap(({ apiKey = [] }) => apiKey);
  const own = parameters.filter(({ name }) => name !== "X-Request-Id");
  return (
    <section
      aria-labelledby={operationId}
      className="grid grid-cols-1 scroll-mt-16 gap-x-8 gap-y-4 border-t py-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <header>
          <h3 id={operationId} className="scroll-mt-16 font-semibold text-lg tracking-tight">
            {summary}
          </h3>
          <p className="mt-1.5 flex flex-wrap items-center gap-2">
            <Badge tone={tones[method]} className="font-mono uppercase">
              {method}
            </Badge>
            <span className="break-all font-mono text-sm">{path}</span>
          </p>
        </header>
        <p className="max-w-prose">
          <Prose text={description} />
        </p>
        <p className="text-muted text-sm">
          {scopes.length === 0 ? "For everybody: no key is asked for." : "Scope of the key: "}
          {scopes.map((scope, i) => (
            <Fragment key={scope}>
              {i > 0 && " or "}
              <Code>{scope}</Code>
            </Fragment>
          ))}
        </p>
        <Parameters title="Path" of={summary} parameters={own.filter(({ in: place }) => place === "path")} />
        <Parameters title="Query" of={summary} parameters={own.filter(({ in: place }) => place === "query")} />
        <Parameters title="Headers" of={summary} parameters={own.filter(({ in: place }) => place === "header")} />
        {body && (
          <Part title={requestBody?.required ? "Body" : "Body (may be left out)"}>
            <MemberList schema={body.schema} label={`Body of ${summary}`} />
          </Part>
        )}
        <Part title="Answers">
          <Answers responses={responses} of={summary} />
        </Part>
      </div>
      <div className="flex min-w-0 flex-col gap-4 xl:sticky xl:top-4 xl:self-start">
        <CodeBlock code={callAsCurl(operation, baseUrl)} what={`command: ${summary}`} wrap />
        <Example responses={responses} of={summary} />
      </div>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h4 className="mb-1.5 font-medium text-sm">{title}</h4>
      {children}
    </div>
  );
}

function Parameters({ title, of, parameters }: { title: string; of: string; parameters: readonly OpenApiParameter[] }) {
  if (parameters.length === 0) return undefined;
  const rows = parameters.map(({ name, required, description, schema }) => ({
    path: name,
    type: typeText(schema),
    required,
    description,
    limits: schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`],
  }));
  return (
    <Part title={title}>
      <Rows rows={rows} label={`${title} of ${of}`} />
    </Part>
  );
}

function Answers({ responses, of }: { responses: Record<string, OpenApiResponse>; of: string }) {
  return (
    <dl aria-label={`Answers of ${of}`} className="divide-y rounded-md border bg-surface text-sm">
      {Object.entries(responses).map(([status, { description, headers = {}, content = {} }]) => {
        const problem = content["application/problem+json"];
        const schema = content["application/json"]?.schema;
        const own = Object.entries(headers).flatMap(([name, header]) => ("$ref" in header ? [] : [[name, header.description] as const]));
        return (
          <div key={status} className="grid grid-cols-[3.5rem_minmax(0,1fr)] px-3 py-2">
            <dt>
              <Badge tone={problem ? "quiet" : "good"} className="font-mono">
                {status}
              </Badge>
            </dt>
            <dd className="min-w-0 text-muted">
              {problem ? (
                <Codes codes={Object.keys(problem.examples ?? {})} />
              ) : (
                <>
                  <Prose text={description} />
                  {schema && (schema.$ref ? <NamedSchema schema={schema} /> : <InlineSchema schema={schema} of={of} />)}
                </>
              )}
              {own.map(([name, text]) => (
                <p key={name} className="mt-1">
                  <Code>{name}</Code>: <Prose text={text} />
                </p>
              ))}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

type Schema = Parameters<typeof typeText>[0];

const NamedSchema = ({ schema }: { schema: Schema }) => (
  <>
    {" "}
    <Type type={typeText(schema)} />
  </>
);

function InlineSchema({ schema, of }: { schema: Schema; of: string }) {
  return (
    <details className="mt-1.5">
      <summary className="text-accent">Members</summary>
      <div className="mt-1.5 text-ink">
        <MemberList schema={schema} label={`Answer of ${of}`} />
      </div>
    </details>
  );
}

const Codes = ({ codes }: { codes: readonly string[] }) => (
  <ul className="flex flex-wrap gap-x-3 gap-y-1">
    {codes.map((code) => (
      <li key={code}>
        <a href={`/docs/errors#${code}`} className="break-all font-mono text-accent text-xs underline underline-offset-2">
          {code}
        </a>
      </li>
    ))}
  </ul>
);

/** What the call answers when it is done, as far as that has a body. */
function Example({ responses, of }: { responses: Record<string, OpenApiResponse>; of: string }) {
  const shown = Object.entries(responses).flatMap(([status, { content }]) => {
    const example = content?.["application/json"]?.examples?.example;
    return example && "value" in example ? [[status, example.value] as const] : [];
  });
  return shown.map(([status, value]) => (
    <div key={status}>
      <p className="mb-1 font-mono text-muted text-xs">{status}</p>
      <CodeBlock code={JSON.stringify(value, null, 2)} what={`answer ${status}: ${of}`} />
    </div>
  ));
}
