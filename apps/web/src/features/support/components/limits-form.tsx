"use client";

import {
  type ChangeLimits,
  changeLimitsSchema,
  type PlanField,
  planFields,
  planNameSchema,
  type SupportedTenant,
} from "@hooklane/contracts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { faultsOf, readOverride } from "../lib/limits-form.ts";

const names = Object.keys(planFields) as PlanField[];

/** The plan of a workspace, and what differs from it. */
export function LimitsForm({ tenant }: { tenant: SupportedTenant }) {
  const api = useApi();
  const cache = useQueryClient();
  const [plan, setPlan] = useState(tenant.plan);
  const [texts, setTexts] = useState<Partial<Record<PlanField, string>>>(() =>
    Object.fromEntries(names.flatMap((name) => (tenant.override[name] === undefined ? [] : [[name, String(tenant.override[name])]]))),
  );
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState(false);
  const change = useMutation(
    api.support.changeLimits.mutationOptions({
      onSuccess: async ({ changed }) => {
        await cache.invalidateQueries(api.support.pathFilter());
        toast.done(changed ? "The limits hold from now on." : "Nothing was different.");
      },
    }),
  );
  const parsed = changeLimitsSchema.safeParse({ plan, override: readOverride(texts), reason });
  const faults = asked ? faultsOf(parsed) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (parsed.success) change.mutate({ tenantId: tenant.id, ...parsed.data } satisfies ChangeLimits & { tenantId: string });
  };
  return (
    <Card title="Plan and limits" description="An empty limit is the plan's own. The workspace's audit log says who changed what, and why.">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {change.error && (
          <div role="alert">
            <Notice tone="bad" title={readProblem(change.error).detail} />
          </div>
        )}
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <Field label="Plan">
            {(control) => (
              <Select {...control} value={plan} onChange={(event) => setPlan(event.target.value)}>
                {planNameSchema.options.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </Select>
            )}
          </Field>
          {names.map((name) => (
            <Field key={name} label={planFields[name]} error={faults[`override.${name}`]}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="numeric"
                  className="tabular-nums"
                  autoComplete="off"
                  placeholder={placeholderOf(tenant, name)}
                  value={texts[name] ?? ""}
                  onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </div>
        <div className="flex flex-wrap items-start gap-3">
          <Field label="Reason" className="min-w-60 flex-1" error={faults.reason}>
            {(control) => <Input {...control} autoComplete="off" value={reason} onChange={(event) => setReason(event.target.value)} />}
          </Field>
          <Button type="submit" variant="primary" busy={change.isPending} className="sm:mt-6.5">
            Save limits
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** What the plan itself gives; of a limit that is changed here it is not known. */
function placeholderOf({ limits, override }: SupportedTenant, name: PlanField): string {
  if (override[name] !== undefined) return "as in the plan";
  return limits[name] === null ? "as configured" : limits[name].toLocaleString("en");
}
