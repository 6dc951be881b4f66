"use client";

import type { SubscriptionView, UpdateSubscription } from "@hooklane/contracts";
import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { LoadingState } from "../../../ui/list-state.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { useEndpoint, useRefreshEndpoints } from "../hooks/use-endpoint.ts";
import { useEndpointForm } from "../hooks/use-endpoint-form.ts";
import { type EndpointForm, endpointFormOf, settingsOf } from "../lib/endpoint-form.ts";
import { DeliveryOptions } from "./delivery-options.tsx";
import { EventTypesField } from "./event-types-field.tsx";
import { HeadersField } from "./headers-field.tsx";
import { MoreSettings } from "./more-settings.tsx";

/** Changes an endpoint, or deletes it. */
export function EndpointSettings({ endpointId }: { endpointId: string }) {
  const { may } = useSession();
  const { data: endpoint } = useEndpoint(endpointId);
  if (!endpoint) return <LoadingState label="Reading the endpoint" />;
  if (!may("endpoints:write")) return <Notice title="Your role may not change endpoints">Ask an owner or admin of this workspace.</Notice>;
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <SettingsForm key={endpoint.updated_at} endpoint={endpoint} />
      <DeleteCard endpoint={endpoint} />
    </div>
  );
}

function SettingsForm({ endpoint }: { endpoint: SubscriptionView }) {
  const { tenant } = useSession();
  const api = useApi();
  const refresh = useRefreshEndpoints();
  const update = useMutation(api.endpoints.update.mutationOptions());
  const headerNames = Object.keys(endpoint.custom_headers);
  const [replacing, setReplacing] = useState(headerNames.length === 0);
  const form = useEndpointForm(useMemo(() => endpointFormOf(endpoint), [endpoint]));
  const { errors, isSubmitting, dirtyFields } = form.formState;
  const changed = Object.values(dirtyFields).some(isDirty) || (replacing && headerNames.length > 0);
  const submit = form.handleSubmit(async (values) => {
    const settings = settingsOf(values);
    const changedNames = (Object.keys(settings) as (keyof EndpointForm)[]).filter((name) =>
      name === "headers" ? replacing && (headerNames.length > 0 || isDirty(dirtyFields.headers)) : isDirty(dirtyFields[name]),
    );
    const patch: Omit<UpdateSubscription, "ordered"> = Object.assign({}, ...changedNames.map((name) => settings[name]));
    try {
      await update.mutateAsync({ tenantId: tenant.id, endpointId: endpoint.id, ...patch });
      await refresh();
      toast.done("Saved: the next attempt goes by the new settings.");
    } catch (error) {
      // A new host gets no headers that were meant for another: they have to be given again
      if (readProblem(error).fieldErrors.custom_headers && !replacing) replaceHeaders();
      form.showRefusal(error);
    }
  });
  const replaceHeaders = () => {
    setReplacing(true);
    form.setValue(
      "headers",
      headerNames.map((name) => ({ name, value: "" })),
      { shouldDirty: true },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {errors.root && (
        <div role="alert">
          <Notice tone="bad" title={errors.root.message} />
        </div>
      )}
      <PendingRules />
      <Card title="Settings">
        <div className="flex flex-col gap-5">
          <Field label="URL" error={errors.url?.message} hint="What waits already goes to the new URL, too, with its next attempt.">
            {(control) => (
              <Input
                {...control}
                type="url"
                className="font-mono text-sm"
                spellCheck={false}
                autoComplete="off"
                {...form.register("url")}
              />
            )}
          </Field>
          <EventTypesField
            registration={form.register("event_types")}
            text={form.watch("event_types")}
            error={errors.event_types?.message}
          />
          <Field label="Description" error={errors.description?.message}>
            {(control) => <Input {...control} autoComplete="off" {...form.register("description")} />}
          </Field>
          <DeliveryOptions register={form.register} canOrder={false} />
          {replacing ? (
            <HeadersField control={form.control} register={form.register} errors={errors} />
          ) : (
            <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-sunken px-3 py-2 text-sm">
              <span>
                Custom headers: <span className="font-mono text-xs">{headerNames.join(", ")}</span>
              </span>
              <Button size="small" onClick={replaceHeaders}>
                Replace all
              </Button>
            </div>
          )}
        </div>
      </Card>
      <MoreSettings form={form} isNew={false} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={isSubmitting} disabled={!changed}>
          Save changes
        </Button>
        <p className="text-muted text-sm">They hold for every attempt that begins a second after you save, on all workers.</p>
      </div>
    </form>
  );
}

/** A field, or a group of them, of which one was changed. */
const isDirty = (mark: unknown): boolean =>
  mark === true || (typeof mark === "object" && mark !== null && Object.values(mark).some(isDirty));

/** What becomes of deliveries that wait already when something is changed here. */
function PendingRules() {
  return (
    <Notice title="What an edit means for deliveries that wait already">
      <ul className="list-disc pl-5">
        <li>URL, headers, format and secrets: the new ones, from the next attempt on.</li>
        <li>Event types and filter: for events that are accepted from now on; what waits is still sent.</li>
        <li>Pausing holds everything while deadlines run. Deleting ends what waits as dead.</li>
      </ul>
    </Notice>
  );
}

function DeleteCard({ endpoint }: { endpoint: SubscriptionView }) {
  const { tenant } = useSession();
  const api = useApi();
  const router = useRouter();
  const refresh = useRefreshEndpoints();
  const remove = useMutation(
    api.endpoints.delete.mutationOptions({
      onError: (error) => toast.failed("The endpoint was not deleted", readProblem(error).detail),
    }),
  );
  const host = URL.canParse(endpoint.url) ? new URL(endpoint.url).host : endpoint.url;
  return (
    <Card title="Delete this endpoint" description="What waits for it ends as dead. Its log stays as long as it would have.">
      <AlertDialog
        title="Delete this endpoint?"
        description="Nothing is delivered to it any more, and what waits ends as dead. This cannot be undone."
        action="Delete endpoint"
        typed={host}
        trigger={
          <Button className="text-bad">
            <Trash2 aria-hidden /> Delete endpoint
          </Button>
        }
        onConfirm={async () => {
          await remove.mutateAsync({ tenantId: tenant.id, endpointId: endpoint.id });
          router.replace(`/${tenant.id}/endpoints`);
          toast.done("The endpoint is deleted.");
          await refresh();
        }}
      />
    </Card>
  );
}
