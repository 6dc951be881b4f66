import type { UseFormRegisterReturn } from "react-hook-form";
import { Badge } from "../../../ui/badge.tsx";
import { Field } from "../../../ui/field.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { splitEventTypes } from "../lib/endpoint-form.ts";

/** Event types as text, and how that text is understood. */
export function EventTypesField({
  registration,
  text,
  error,
}: {
  registration: UseFormRegisterReturn;
  text: string;
  error: string | undefined;
}) {
  const types = splitEventTypes(text);
  return (
    <Field
      label="Event types"
      error={error}
      hint={
        <>
          <span>
            Separated by commas or spaces. <Code>order.paid</Code> is one type, <Code>order.*</Code> all that begin so, <Code>*</Code> every
            type.
          </span>
          {types.length > 1 && (
            <span className="mt-1.5 flex flex-wrap gap-1">
              {types.map((type) => (
                <Badge key={type} className="max-w-full font-mono">
                  <span className="truncate">{type}</span>
                </Badge>
              ))}
            </span>
          )}
        </>
      }
    >
      {(control) => <Textarea {...control} rows={2} className="font-mono text-sm" spellCheck={false} {...registration} />}
    </Field>
  );
}

function Code({ children }: { children: string }) {
  return <code className="rounded bg-sunken px-1 font-mono text-xs">{children}</code>;
}
