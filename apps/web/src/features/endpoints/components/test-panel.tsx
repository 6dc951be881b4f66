"use client";

import { eventTypeSchema, TEST_EVENT_TYPE } from "@hooklane/contracts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { DeliveryWatch } from "../../deliveries/index.ts";
import { useSession } from "../../session/index.ts";
import { useEndpoint, useEndpointHealth } from "../hooks/use-endpoint.ts";
import { readPayload } from "../lib/read-payload.ts";
import { SignatureCheck } from "./signature-check.tsx";

const EXAMPLE = JSON.stringify({ message: "Hello from Hooklane", sent_by: "the Test tab" }, null, 2);

/** Sends an event of one's own to an endpoint, and shows what becomes of it. */
export function TestPanel({ endpointId }: { endpointId: string }) {
  const { tenant, may } = useSession();
  const api = useApi();
  const { data: endpoint } = useEndpoint(endpointId);
  const { data: health } = useEndpointHealth(endpointId);
  const send = useMutation(api.tests.send.mutationOptions());
  const [type, setType] = useState(TEST_EVENT_TYPE as string);
  const [text, setText] = useState(EXAMPLE);
  const payload = readPayload(text);
  const typeFault = eventTypeSchema.safeParse(type).error?.issues[0]?.message;
  const catalogued = useQuery(
    api.eventTypes.get.queryOptions(
      { tenantId: tenant.id, name: type },
      { enabled: !typeFault && !type.startsWith("hooklane."), staleTime: 60_000 },
    ),
  );
  const example = catalogued.data?.example ?? null;
  const problem = send.error ? readProblem(send.error) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (payload.ok && !typeFault) send.mutate({ tenantId: tenant.id, endpointId, type, payload: payload.value });
  };
  if (!may("tests:send")) return <Notice title="Your role may not send test events">Ask an owner or admin of this workspace.</Notice>;
  const concrete = endpoint?.event_types.filter((pattern) => !pattern.includes("*")) ?? [];
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
      <Card title="Test event" description="It takes the way of every delivery, by the same rules, and is marked as a test.">
        <form onSubmit={submit} className="flex flex-col gap-4">
          <Field label="Event type" error={typeFault ?? problem?.fieldErrors.type}>
            {(control) => (
              <>
                <Input
                  {...control}
                  className="font-mono text-sm"
                  spellCheck={false}
                  list={`${control.id}-types`}
                  value={type}
                  onChange={(event) => setType(event.target.value)}
                />
                <datalist id={`${control.id}-types`}>
                  {[TEST_EVENT_TYPE, ...concrete].map((each) => (
                    <option key={each} value={each} />
                  ))}
                </datalist>
              </>
            )}
          </Field>
          <Field label="Data" hint="Any JSON value." error={payload.ok ? problem?.fieldErrors.payload : payload.problem}>
            {(control) => (
              <Textarea
                {...control}
                rows={9}
                className="font-mono text-xs leading-5"
                spellCheck={false}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          {example !== null && (
            <div>
              <Button size="small" onClick={() => setText(JSON.stringify(example, null, 2))}>
                Use the catalogue's example
              </Button>
            </div>
          )}
          {problem && Object.keys(problem.fieldErrors).length === 0 && <Notice tone="bad" title={problem.detail} />}
          <div>
            <Button type="submit" variant="primary" busy={send.isPending} disabled={!payload.ok || Boolean(typeFault)}>
              <Send aria-hidden /> Send test event
            </Button>
          </div>
        </form>
      </Card>
      <div className="flex flex-col gap-5">
        <Card title="What became of it">
          {send.data ? (
            <DeliveryWatch key={send.data.delivery_id} deliveryId={send.data.delivery_id} />
          ) : (
            <p className="text-muted">Send a test event, and its attempts appear here as they happen.</p>
          )}
        </Card>
        <Card title="Does it verify signatures?" description="A receiver that does not check them acts on whatever anyone sends it.">
          <SignatureCheck endpointId={endpointId} refusesAll={Boolean(health?.likely_configuration_error)} />
        </Card>
      </div>
    </div>
  );
}
