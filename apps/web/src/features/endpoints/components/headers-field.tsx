import { Plus, Trash2 } from "lucide-react";
import { type Control, type FieldErrors, type UseFormRegister, useFieldArray } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Input } from "../../../ui/input.tsx";
import type { EndpointForm } from "../lib/endpoint-form.ts";

interface HeadersFieldProps {
  control: Control<EndpointForm>;
  register: UseFormRegister<EndpointForm>;
  errors: FieldErrors<EndpointForm>;
}

/** Headers that are sent with every delivery, one a line. */
export function HeadersField({ control, register, errors }: HeadersFieldProps) {
  const { fields, append, remove } = useFieldArray({ control, name: "headers" });
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium text-sm">Custom headers</legend>
      <p className="text-muted text-sm">Sent with every delivery. Their values are not shown again.</p>
      {fields.map((field, index) => {
        const fault = errors.headers?.[index];
        const errorId = `header-${field.id}-error`;
        return (
          <div key={field.id}>
            <div className="flex gap-2">
              <Input
                aria-label={`Name of header ${index + 1}`}
                placeholder="x-token"
                className="font-mono text-sm"
                spellCheck={false}
                aria-invalid={fault?.name ? true : undefined}
                aria-describedby={errorId}
                {...register(`headers.${index}.name`)}
              />
              <Input
                aria-label={`Value of header ${index + 1}`}
                placeholder="value"
                className="font-mono text-sm"
                spellCheck={false}
                autoComplete="off"
                aria-invalid={fault?.value ? true : undefined}
                aria-describedby={errorId}
                {...register(`headers.${index}.value`)}
              />
              <IconButton icon={Trash2} label={`Remove header ${index + 1}`} onClick={() => remove(index)} />
            </div>
            <FieldError id={errorId} error={fault?.name?.message ?? fault?.value?.message} />
          </div>
        );
      })}
      <FieldError error={errors.headers?.message ?? errors.headers?.root?.message} />
      <div>
        <Button size="small" onClick={() => append({ name: "", value: "" })}>
          <Plus aria-hidden /> Add a header
        </Button>
      </div>
    </fieldset>
  );
}
