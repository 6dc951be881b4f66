import type { JsonSchema } from "@hooklane/contracts";
import { describeMembers, type MemberRow, type TypeText } from "../lib/describe-schema.ts";
import { Prose } from "./prose.tsx";

/** The members of an object: name, type, what it means. @param label what it is, for screen readers */
export function MemberList({ schema, label }: { schema: JsonSchema; label: string }) {
  return <Rows rows={describeMembers(schema)} label={label} />;
}

export function Rows({ rows, label }: { rows: readonly MemberRow[]; label: string }) {
  return (
    <dl aria-label={label} className="divide-y rounded-md border bg-surface text-sm">
      {rows.map(({ path, type, required, description, limits }) => (
        <div key={path} className="px-3 py-2">
          <dt className="flex flex-wrap items-baseline gap-x-2">
            <span className="break-all font-medium font-mono text-xs">{path}</span>
            <span className="text-muted text-xs">
              <Type type={type} />
              {limits.length > 0 && `, ${limits.join(", ")}`}
            </span>
            {required && <span className="text-wait text-xs">required</span>}
          </dt>
          {description && (
            <dd className="mt-0.5 text-muted">
              <Prose text={description} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

export function Type({ type }: { type: TypeText }) {
  return type.map((part) =>
    typeof part === "string" ? (
      part
    ) : (
      <a key={part.schema} href={`#schema-${part.schema}`} className="text-accent underline underline-offset-2">
        {part.schema}
      </a>
    ),
  );
}
