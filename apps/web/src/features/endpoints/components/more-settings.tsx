import { Card } from "../../../ui/card.tsx";
import type { useEndpointForm } from "../hooks/use-endpoint-form.ts";
import { FilterField } from "./filter-field.tsx";
import { MetadataField, RetryableField } from "./pairs-field.tsx";
import { RateLimitField } from "./rate-limit-field.tsx";
import { RetryFields } from "./retry-fields.tsx";

/** What few endpoints need: filter, pace, retries, metadata. */
export function MoreSettings({ form, startsOpen }: { form: ReturnType<typeof useEndpointForm>; startsOpen: boolean }) {
  const { control, register, formState } = form;
  const { errors } = formState;
  const hasFault = Boolean(errors.filter || errors.rate_limit || errors.retry || errors.retryable || errors.metadata);
  return (
    <Card>
      <details open={startsOpen || hasFault || undefined}>
        <summary className="cursor-pointer rounded font-semibold">
          Filter, pace and retries
          <span className="block font-normal text-muted text-sm">
            Filter on the payload, rate limit, retry rules, metadata. All of it is optional.
          </span>
        </summary>
        <div className="mt-5 flex flex-col gap-6">
          <FilterField registration={register("filter")} error={errors.filter?.message} />
          <RateLimitField registration={register("rate_limit")} error={errors.rate_limit?.message} />
          <RetryFields register={register} errors={errors} />
          <RetryableField control={control} register={register} errors={errors} />
          <MetadataField control={control} register={register} errors={errors} />
        </div>
      </details>
    </Card>
  );
}
