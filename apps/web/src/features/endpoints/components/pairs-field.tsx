import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { type Control, type FieldErrors, type UseFormRegister, useFieldArray } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Input } from "../../../ui/input.tsx";
import type { EndpointForm } from "../lib/endpoint-form.ts";

interface PairsFieldProps {
  control: Control<EndpointForm>;
  register: UseFormRegister<EndpointForm>;
  errors: FieldErrors<EndpointForm>;
}

interface LinesProps extends PairsFieldProps {
  name: "metadata" | "retryable";
  legend: string;
  hint: ReactNode;
  add: string;
  /** What one line is, before its number. */
  line: string;
  /** The two members of a line. */
  members: readonly [Member, Member];
}

interface Member {
  name: "name" | "value" | "status" | "max_attempts";
  label: string;
  placeholder: string;
  numeric?: boolean;
}

/** Lines of two values each. */
function Lines({ control, register, errors, name, legend, hint, add, line, members }: LinesProps) {
  const { fields, append, remove } = useFieldArray({ control, name });
  const faults = errors[name] as (Record<string, { message?: string }> | undefined)[] & { message?: string; root?: { message?: string } };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium text-sm">{legend}</legend>
      <p className="text-muted text-sm">{hint}</p>
      {fields.map((field, index) => {
        const fault = faults?.[index];
        const errorId = `${name}-${field.id}-error`;
        return (
          <div key={field.id}>
            <div className="flex gap-2">
              {members.map((member) => (
                <Input
                  key={member.name}
                  aria-label={`${member.label} of ${line} ${index + 1}`}
                  placeholder={member.placeholder}
                  className="font-mono text-sm"
                  spellCheck={false}
                  autoComplete="off"
                  inputMode={member.numeric ? "numeric" : "text"}
                  aria-invalid={fault?.[member.name] ? true : undefined}
                  aria-describedby={errorId}
                  {...register(`${name}.${index}.${member.name}` as Parameters<typeof register>[0])}
                />
              ))}
              <IconButton icon={Trash2} label={`Remove ${line} ${index + 1}`} onClick={() => remove(index)} />
            </div>
            <FieldError id={errorId} error={members.map((member) => fault?.[member.name]?.message).find(Boolean)} />
          </div>
        );
      })}
      <FieldError error={faults?.message ?? faults?.root?.message} />
      <div>
        <Button size="small" onClick={() => append(Object.fromEntries(members.map((member) => [member.name, ""])) as never)}>
          <Plus aria-hidden /> {add}
        </Button>
      </div>
    </fieldset>
  );
}

/** Names and values that are the customer's own to keep. */
export function MetadataField(props: PairsFieldProps) {
  return (
    <Lines
      {...props}
      name="metadata"
      legend="Metadata"
      hint="Yours to keep beside the endpoint, for example the id it has in your own system. Never sent."
      add="Add metadata"
      line="metadata"
      members={[
        { name: "name", label: "Name", placeholder: "customer" },
        { name: "value", label: "Value", placeholder: "cus_10420" },
      ]}
    />
  );
}

/** 4xx answers that are tried again all the same. */
export function RetryableField(props: PairsFieldProps) {
  return (
    <Lines
      {...props}
      name="retryable"
      legend="4xx statuses that are tried again"
      hint="408, 425 and 429 always are. Any other 4xx ends a delivery at once, unless it is listed here with how many attempts it is worth."
      add="Add a status"
      line="status"
      members={[
        { name: "status", label: "Status", placeholder: "409", numeric: true },
        { name: "max_attempts", label: "Attempts", placeholder: "attempts at most", numeric: true },
      ]}
    />
  );
}
