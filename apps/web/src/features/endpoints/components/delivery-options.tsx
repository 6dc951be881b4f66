import type { UseFormRegister } from "react-hook-form";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import type { EndpointForm } from "../lib/endpoint-form.ts";

/** How deliveries are made. @param canOrder order can be asked for at the beginning only */
export function DeliveryOptions({ register, canOrder }: { register: UseFormRegister<EndpointForm>; canOrder: boolean }) {
  return (
    <>
      <Field label="Body" hint="The envelope holds the event's id, type and time beside its data.">
        {(control) => (
          <Select {...control} {...register("format")}>
            <option value="envelope">Envelope with the data inside</option>
            <option value="raw">The data alone, byte for byte</option>
          </Select>
        )}
      </Field>
      <Field label="Guarantee" hint="At least once: a delivery may come twice, with the same Idempotency-Key.">
        {(control) => (
          <Select {...control} {...register("mode")}>
            <option value="at_least_once">At least once, with retries</option>
            <option value="at_most_once">At most once, a single attempt</option>
          </Select>
        )}
      </Field>
      {canOrder && (
        <Checkbox
          label="Deliver in order"
          hint="One at a time, each after the one before it is delivered or dead. Cannot be changed later."
          {...register("ordered")}
        />
      )}
    </>
  );
}
