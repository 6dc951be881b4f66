"use client";

import { eventKinds } from "@hooklane/contracts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Select } from "../../../ui/select.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { type EventTypeTexts, fieldOf, readTexts, textsOf } from "../lib/event-type-form.ts";

const kindLabels = { json: "JSON: any value", geojson: "GeoJSON: a Feature with a valid geometry" } as const;

interface EventTypeFormProps {
  /** The type that is edited; absent: a new one is made. */
  name?: string;
  /** What a new one is called at first. */
  suggestedName?: string;
}

/** Makes an event type of the catalogue, or changes one. */
export function EventTypeForm({ name, suggestedName }: EventTypeFormProps) {
  const { tenant, may } = useSession();
  const api = useApi();
  const stored = useQuery(api.eventTypes.get.queryOptions({ tenantId: tenant.id, name: name ?? "" }, { enabled: name !== undefined }));
  const base = `/${tenant.id}/event-types`;
  const header = (
    <PageHeader
      title={name === undefined ? "New event type" : <span className="font-mono text-lg">{name}</span>}
      trail={[{ href: base, label: "Event types" }]}
    />
  );
  if (!may("event_types:write"))
    return (
      <>
        {header}
        <Notice title="Your role may not change the catalogue">Ask an owner or admin of this workspace.</Notice>
      </>
    );
  if (name !== undefined && !stored.data) return header;
  const first = textsOf(stored.data ?? { ...(suggestedName && { name: suggestedName }) });
  return (
    <>
      {header}
      <Fields first={first} {...(name !== undefined && { name })} />
    </>
  );
}

function Fields({ first, name }: { first: EventTypeTexts; name?: string }) {
  const { tenant } = useSession();
  const api = useApi();
  const cache = useQueryClient();
  const router = useRouter();
  const create = useMutation(api.eventTypes.create.mutationOptions());
  const update = useMutation(api.eventTypes.update.mutationOptions());
  const [texts, setTexts] = useState(first);
  const [wasSent, setWasSent] = useState(false);
  const [refused, setRefused] = useState<{ detail: string; errors: Partial<Record<keyof EventTypeTexts, string>> }>();
  const read = readTexts(texts);
  const errors = { ...refused?.errors, ...(wasSent && !read.ok && read.errors) };
  const set = <Key extends keyof EventTypeTexts>(key: Key, value: EventTypeTexts[Key]) => {
    setTexts({ ...texts, [key]: value });
    setRefused(undefined);
  };
  const base = `/${tenant.id}/event-types`;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setWasSent(true);
    if (!read.ok) return;
    const { name: ownName, ...rest } = read.input;
    try {
      if (name === undefined) await create.mutateAsync({ tenantId: tenant.id, name: ownName, ...rest });
      else await update.mutateAsync({ tenantId: tenant.id, name, ...rest });
      await cache.invalidateQueries({ queryKey: api.eventTypes.pathKey() });
      toast.done("Saved");
      router.push(`${base}/${encodeURIComponent(ownName)}`);
    } catch (error) {
      const { detail, fieldErrors } = readProblem(error);
      const placed = Object.entries(fieldErrors).flatMap(([path, message]) => {
        const field = fieldOf(path);
        return field ? [[field, message] as const] : [];
      });
      setRefused({ detail, errors: Object.fromEntries(placed) });
    }
  };
  return (
    <form onSubmit={submit} noValidate className="flex max-w-2xl flex-col gap-5">
      {refused && Object.keys(refused.errors).length === 0 && (
        <div role="alert">
          <Notice tone="bad" title={refused.detail} />
        </div>
      )}
      <Card>
        <div className="flex flex-col gap-5">
          {name === undefined && (
            <Field
              label="Name"
              hint="Words joined by dots, like order.paid. It is what events carry, and cannot be changed later."
              error={errors.name}
            >
              {(control) => (
                <Input
                  {...control}
                  className="font-mono text-sm"
                  spellCheck={false}
                  autoComplete="off"
                  autoFocus
                  value={texts.name}
                  onChange={(event) => set("name", event.target.value)}
                />
              )}
            </Field>
          )}
          <Field label="Description" error={errors.description}>
            {(control) => (
              <Textarea {...control} rows={2} value={texts.description} onChange={(event) => set("description", event.target.value)} />
            )}
          </Field>
          <Field label="Kind of payload" error={errors.kind}>
            {(control) => (
              <Select {...control} value={texts.kind} onChange={(event) => set("kind", event.target.value as EventTypeTexts["kind"])}>
                {eventKinds.map((kind) => (
                  <option key={kind} value={kind}>
                    {kindLabels[kind]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {texts.kind === "geojson" && (
            <Checkbox
              label="Derive an idempotency key"
              hint="An event that comes without a key gets one from its device, geometry and time: the same fact, sent twice, is one event."
              checked={texts.derivesKey}
              onChange={(event) => set("derivesKey", event.target.checked)}
            />
          )}
          {texts.kind === "geojson" && texts.derivesKey && (
            <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
              <Field label="Where the device's id is" hint="A JSON Pointer." error={errors.deviceId}>
                {(control) => (
                  <Input
                    {...control}
                    className="font-mono text-sm"
                    value={texts.deviceId}
                    onChange={(event) => set("deviceId", event.target.value)}
                  />
                )}
              </Field>
              <Field label="Where the time is" hint="A JSON Pointer." error={errors.occurredAt}>
                {(control) => (
                  <Input
                    {...control}
                    className="font-mono text-sm"
                    value={texts.occurredAt}
                    onChange={(event) => set("occurredAt", event.target.value)}
                  />
                )}
              </Field>
            </div>
          )}
          <Checkbox
            label="Announce completion"
            hint="hooklane.event.completed is made once every delivery of such an event is final."
            checked={texts.announceCompleted}
            onChange={(event) => set("announceCompleted", event.target.checked)}
          />
        </div>
      </Card>
      <Card title="For those who receive it">
        <div className="flex flex-col gap-5">
          <Field label="Example" hint="A payload, as JSON. Test events of this type begin with it." error={errors.example}>
            {(control) => <JsonText control={control} value={texts.example} onChange={(value) => set("example", value)} />}
          </Field>
          <Field label="JSON Schema" hint="For people and their tools; payloads are not checked against it." error={errors.schema}>
            {(control) => <JsonText control={control} value={texts.schema} onChange={(value) => set("schema", value)} />}
          </Field>
        </div>
      </Card>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={create.isPending || update.isPending}>
          {name === undefined ? "Add to the catalogue" : "Save changes"}
        </Button>
        <ButtonLink href={name === undefined ? base : `${base}/${encodeURIComponent(name)}`}>Cancel</ButtonLink>
      </div>
    </form>
  );
}

function JsonText({ control, value, onChange }: { control: object; value: string; onChange: (value: string) => void }) {
  return (
    <Textarea
      {...control}
      rows={8}
      className="font-mono text-xs leading-5"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
