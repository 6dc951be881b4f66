"use client";

import type { SubscriptionView } from "@hooklane/contracts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { useRefreshEndpoints } from "../hooks/use-endpoint.ts";
import { headersOf, useEndpointForm } from "../hooks/use-endpoint-form.ts";
import { type EndpointForm, emptyEndpointForm, splitEventTypes } from "../lib/endpoint-form.ts";
import { CreatedEndpoint } from "./created-endpoint.tsx";
import { DeliveryOptions } from "./delivery-options.tsx";
import { EventTypesField } from "./event-types-field.tsx";
import { HeadersField } from "./headers-field.tsx";

/** Makes an endpoint, and then shows its secret. */
export function CreateEndpoint() {
  const { tenant, me, may } = useSession();
  const api = useApi();
  const refresh = useRefreshEndpoints();
  const create = useMutation(api.endpoints.create.mutationOptions());
  const form = useEndpointForm(emptyEndpointForm);
  const { errors, isSubmitting } = form.formState;
  const [created, setCreated] = useState<SubscriptionView>();
  const list = `/${tenant.id}/endpoints`;
  if (created) return <CreatedEndpoint endpoint={created} />;
  if (!(may("endpoints:write") && may("secrets:write")))
    return <Notice title="Your role may not create endpoints">Ask an owner or admin of this workspace.</Notice>;

  const submit = form.handleSubmit(async (values: EndpointForm) => {
    const { url, description, event_types, format, mode, ordered } = values;
    const input = { url: url.trim(), description, event_types: splitEventTypes(event_types), format, mode, ordered };
    try {
      setCreated(await create.mutateAsync({ tenantId: tenant.id, ...input, custom_headers: headersOf(values) }));
      await refresh();
    } catch (error) {
      form.showRefusal(error);
    }
  });
  return (
    <>
      <PageHeader title="New endpoint" trail={[{ href: list, label: "Endpoints" }]} />
      <form onSubmit={submit} noValidate className="flex max-w-2xl flex-col gap-5">
        {errors.root && (
          <div role="alert">
            <Notice tone="bad" title={errors.root.message} />
          </div>
        )}
        <Card>
          <div className="flex flex-col gap-5">
            <Field
              label="URL"
              error={errors.url?.message}
              hint={me.allow_http ? "https:// or http://. It is called with POST." : "https:// only. It is called with POST."}
            >
              {(control) => (
                <Input
                  {...control}
                  type="url"
                  inputMode="url"
                  placeholder="https://api.example.com/webhooks"
                  className="font-mono text-sm"
                  spellCheck={false}
                  autoComplete="off"
                  autoFocus
                  {...form.register("url")}
                />
              )}
            </Field>
            <EventTypesField
              registration={form.register("event_types")}
              text={form.watch("event_types")}
              error={errors.event_types?.message}
            />
            <Field label="Description" hint="For you and your colleagues; optional." error={errors.description?.message}>
              {(control) => <Input {...control} autoComplete="off" {...form.register("description")} />}
            </Field>
          </div>
        </Card>
        <Card title="How it is delivered">
          <div className="flex flex-col gap-5">
            <DeliveryOptions register={form.register} canOrder />
            <HeadersField control={form.control} register={form.register} errors={errors} />
          </div>
        </Card>
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={isSubmitting}>
            Create endpoint
          </Button>
          <ButtonLink href={list}>Cancel</ButtonLink>
        </div>
      </form>
    </>
  );
}
