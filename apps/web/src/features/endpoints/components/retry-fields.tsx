import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { Field, FieldError } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import type { EndpointForm } from "../lib/endpoint-form.ts";
import type { RetryForm } from "../lib/retry-form.ts";

interface RetryFieldsProps {
  register: UseFormRegister<EndpointForm>;
  errors: FieldErrors<EndpointForm>;
}

const numbers: { name: Exclude<keyof RetryForm, "jitter" | "on_empty_budget">; label: string; hint: string }[] = [
  { name: "base_s", label: "First wait, in seconds", hint: "Before the first retry." },
  { name: "factor", label: "Growth", hint: "What each further wait is multiplied with." },
  { name: "cap_min", label: "Longest wait, in minutes", hint: "No wait grows beyond it." },
  { name: "window_h", label: "Give up after, in hours", hint: "From when the delivery was made; at most 72." },
  { name: "max_attempts", label: "Attempts at most", hint: "Empty: only the time ends them." },
];

/** When and for how long failed deliveries are tried again. */
export function RetryFields({ register, errors }: RetryFieldsProps) {
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-1.5 font-medium text-sm">Retries</legend>
      <p className="-mt-2 text-muted text-sm">
        What is left empty follows this installation: about 1 s, 2 s, 4 s and so on up to an hour, for 24 hours.
      </p>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {numbers.map(({ name, label, hint }) => (
          <Field key={name} label={label} hint={hint} error={errors.retry?.[name]?.message}>
            {(control) => (
              <Input {...control} inputMode="decimal" autoComplete="off" placeholder="as installed" {...register(`retry.${name}`)} />
            )}
          </Field>
        ))}
        <Field label="Spread" hint="So that retries of many deliveries do not come at once.">
          {(control) => (
            <Select {...control} {...register("retry.jitter")}>
              <option value="">As installed</option>
              <option value="full">Full: anywhere up to the wait</option>
              <option value="equal">Equal: the second half of the wait</option>
              <option value="decorrelated">Decorrelated: by the wait before</option>
            </Select>
          )}
        </Field>
        <Field label="When the retry budget is empty" hint="It is, while far more fails than succeeds.">
          {(control) => (
            <Select {...control} {...register("retry.on_empty_budget")}>
              <option value="">As installed: the retry waits</option>
              <option value="defer">The retry waits</option>
              <option value="dead_letter">The delivery is dead, to be replayed</option>
            </Select>
          )}
        </Field>
      </div>
      <FieldError error={errors.retry?.message ?? errors.retry?.root?.message} />
    </fieldset>
  );
}
