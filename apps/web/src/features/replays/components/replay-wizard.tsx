"use client";

import { replayableStates } from "@hooklane/contracts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useQueryStates } from "nuqs";
import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field, FieldError } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useNow } from "../../../ui/now.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Select } from "../../../ui/select.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { type FrozenFilter, initialForm, type ReplayForm, readForm, replayParsers } from "../lib/replay-form.ts";
import { ReplayPlan } from "./replay-plan.tsx";

const stateLabels = {
  dead: ["Dead", "Those whose attempts stopped without success."],
  delivered: ["Delivered", "Those that arrived: the endpoint gets them again, with the same Idempotency-Key."],
} as const;

/** From a filter, which is frozen, over a plan, which is confirmed, to a bulk replay. */
export function ReplayWizard() {
  const { tenant, may } = useSession();
  const api = useApi();
  const router = useRouter();
  const nowMs = useNow();
  const [inAddress] = useQueryStates(replayParsers);
  const [form, setForm] = useState<ReplayForm>(() => initialForm(inAddress, nowMs));
  const [frozen, setFrozen] = useState<FrozenFilter>();
  const [wasAsked, setWasAsked] = useState(false);
  const endpoints = useQuery(api.endpoints.list.queryOptions({ tenantId: tenant.id, limit: 250 }));
  const start = useMutation(
    api.replays.start.mutationOptions({
      onSuccess: ({ job_id }) => router.push(`/${tenant.id}/replays/${job_id}`),
      onError: (error) => toast.failed("The replay was not started", readProblem(error).detail),
    }),
  );
  const read = readForm(form);
  const errors = wasAsked && !read.ok ? read.errors : {};
  const change = (part: Partial<ReplayForm>) => setForm({ ...form, ...part });
  const plan = (event: FormEvent) => {
    event.preventDefault();
    setWasAsked(true);
    if (read.ok) setFrozen(read.filter);
  };
  const header = (
    <PageHeader
      title="New bulk replay"
      trail={[{ href: `/${tenant.id}/replays`, label: "Replays" }]}
      description="Sends the events of many deliveries once more, at the pace that the endpoint allows, or at one of yours."
    />
  );
  if (!may("replays:write")) {
    return (
      <>
        {header}
        <Notice title="Your role may not replay deliveries">Ask an owner or admin of this workspace.</Notice>
      </>
    );
  }
  const list = endpoints.data?.data ?? [];
  const known = form.endpoint === "" || list.some(({ id }) => id === form.endpoint);
  return (
    <>
      {header}
      <form onSubmit={plan} noValidate className="max-w-3xl">
        <Card title="1. What is replayed" description="Of each event only its newest delivery to the endpoint counts.">
          <fieldset disabled={frozen !== undefined} className="flex flex-col gap-5 disabled:opacity-70">
            <legend className="sr-only">Filter</legend>
            <Field label="Endpoint" error={errors.endpoint}>
              {(control) => (
                <Select {...control} value={form.endpoint} onChange={(event) => change({ endpoint: event.target.value })}>
                  <option value="">Choose an endpoint</option>
                  {!known && <option value={form.endpoint}>{form.endpoint}</option>}
                  {list.map(({ id, url }) => (
                    <option key={id} value={id}>
                      {url}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
              <Field label="From, in UTC" error={errors.since}>
                {(control) => (
                  <Input
                    {...control}
                    type="datetime-local"
                    step={1}
                    value={form.since}
                    onChange={(event) => change({ since: event.target.value })}
                  />
                )}
              </Field>
              <Field label="To, in UTC" error={errors.until}>
                {(control) => (
                  <Input
                    {...control}
                    type="datetime-local"
                    step={1}
                    value={form.until}
                    onChange={(event) => change({ until: event.target.value })}
                  />
                )}
              </Field>
            </div>
            <Field label="Event types" hint="Separated by commas; empty: all." error={errors.types}>
              {(control) => (
                <Input
                  {...control}
                  className="font-mono text-sm"
                  spellCheck={false}
                  value={form.types}
                  onChange={(event) => change({ types: event.target.value })}
                />
              )}
            </Field>
            <fieldset className="flex flex-col gap-2.5">
              <legend className="mb-2 font-medium text-sm">States</legend>
              {replayableStates.map((state) => (
                <Checkbox
                  key={state}
                  label={stateLabels[state][0]}
                  hint={stateLabels[state][1]}
                  checked={form.states.includes(state)}
                  onChange={(event) =>
                    change({
                      states: replayableStates.filter((each) => (each === state ? event.target.checked : form.states.includes(each))),
                    })
                  }
                />
              ))}
              <FieldError error={errors.states} />
            </fieldset>
          </fieldset>
          <div className="mt-5 flex gap-2">
            {frozen ? (
              <Button onClick={() => setFrozen(undefined)}>Change the filter</Button>
            ) : (
              <Button type="submit" variant="primary">
                Show the plan
              </Button>
            )}
          </div>
        </Card>
      </form>
      {frozen && (
        <ReplayPlan
          filter={frozen}
          busy={start.isPending || start.isSuccess}
          onConfirm={(maxPerS) => start.mutate({ tenantId: tenant.id, ...frozen, max_rate_per_second: maxPerS })}
        />
      )}
    </>
  );
}
