import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "../../../ui/field.tsx";
import { Textarea } from "../../../ui/textarea.tsx";

const EXAMPLE = `{
  "order.total": { "$gte": 100 },
  "order.country": { "$in": ["DE", "FR"] }
}`;

/** Which events are taken by what their payloads say. */
export function FilterField({ registration, error }: { registration: UseFormRegisterReturn; error: string | undefined }) {
  return (
    <Field
      label="Filter on the payload"
      error={error}
      hint={
        <>
          Optional. A JSON object whose members must all hold: a path into the payload, and a value or a condition:{" "}
          {["$eq", "$ne", "$in", "$gt", "$gte", "$lt", "$lte", "$prefix", "$exists", "$and", "$or", "$not"].map((name, i) => (
            <span key={name}>
              {i > 0 && ", "}
              <code className="font-mono text-xs">{name}</code>
            </span>
          ))}
          .
        </>
      }
    >
      {(control) => (
        <Textarea
          {...control}
          rows={5}
          className="font-mono text-xs leading-5"
          spellCheck={false}
          placeholder={EXAMPLE}
          {...registration}
        />
      )}
    </Field>
  );
}
