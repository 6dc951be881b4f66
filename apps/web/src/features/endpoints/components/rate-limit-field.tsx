import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";

/** How many deliveries per second the endpoint wants at the most. */
export function RateLimitField({ registration, error }: { registration: UseFormRegisterReturn; error: string | undefined }) {
  return (
    <Field
      label="Rate limit, deliveries per second"
      error={error}
      hint="Empty: as fast as the endpoint proves to take. With a limit, what exceeds it waits; nothing is lost."
    >
      {(control) => <Input {...control} inputMode="numeric" autoComplete="off" className="sm:w-48" {...registration} />}
    </Field>
  );
}
