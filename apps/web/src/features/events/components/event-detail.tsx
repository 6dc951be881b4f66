"use client";

import type { EventDetailView } from "@hooklane/contracts";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Status } from "../../../ui/badge.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { KeyValue } from "../../../ui/key-value.tsx";
import { ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Time } from "../../../ui/time.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { BodyView, DeliveryTable } from "../../deliveries/index.ts";
import { useSession } from "../../session/index.ts";
import { eventStateText } from "../lib/event-state.ts";
import { ErasePayload } from "./erase-payload.tsx";

const WATCH_MS = 2_000;

/** One event: its payload, and what became of it at each endpoint. */
export function EventDetail({ eventId }: { eventId: string }) {
  const { tenant, may } = useSession();
  const api = useApi();
  const input = { tenantId: tenant.id, eventId };
  const query = useQuery(
    api.events.get.queryOptions(input, { refetchInterval: (each) => (each.state.data?.completed_at === null ? WATCH_MS : false) }),
  );
  const isOpen = query.data?.completed_at === null;
  const deliveries = useQuery(api.deliveries.list.queryOptions(input, { refetchInterval: isOpen ? WATCH_MS : false }));
  if (query.isPending) return <LoadingState label="Reading the event" />;
  if (!query.data)
    return <ErrorState title="The event could not be read" detail={readProblem(query.error).detail} onRetry={() => query.refetch()} />;
  const event = query.data;
  const state = eventStateText(event);
  const rows = deliveries.data?.data ?? [];
  const base = `/${tenant.id}`;
  return (
    <>
      <PageHeader
        trail={[{ href: `${base}/events`, label: "Events" }]}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="break-all font-mono text-lg">{event.type}</span>
            <Status tone={state.tone} icon={state.icon}>
              {state.label}
            </Status>
          </span>
        }
        actions={event.own && event.erased_at === null && may("payloads:erase") && <ErasePayload eventId={event.id} />}
      />
      <div aria-live="polite">
        <Notice tone={state.tone} title={state.sentence} />
      </div>
      <Card
        flush
        title="Deliveries"
        actions={
          deliveries.data?.has_more && (
            <ButtonLink size="small" href={`${base}/deliveries?event=${event.id}`}>
              All of them
            </ButtonLink>
          )
        }
      >
        {rows.length > 0 ? (
          <DeliveryTable tenantId={tenant.id} rows={rows} />
        ) : (
          <p className="p-4 text-muted">{deliveries.isPending ? "Reading the deliveries." : "No endpoint asked for this event."}</p>
        )}
      </Card>
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <Card title="Payload" description="Exactly the bytes that were posted.">
            <Payload event={event} />
          </Card>
        </div>
        <Card title="Facts">
          <Facts event={event} base={base} />
        </Card>
      </div>
    </>
  );
}

function Payload({ event }: { event: EventDetailView }) {
  if (event.payload !== null) return <BodyView body={event.payload} what="payload" />;
  if (event.erased_at === null) return <p className="text-muted">The payload is no longer kept.</p>;
  return (
    <Notice tone="wait" title="The payload was erased">
      <Time at={event.erased_at} exact />. What was delivered remains delivered; nothing can be sent or replayed any more.
    </Notice>
  );
}

function Facts({ event, base }: { event: EventDetailView; base: string }) {
  const { fan_out: fanOut } = event;
  return (
    <KeyValue
      className="grid-cols-[minmax(5rem,max-content)_minmax(0,1fr)]"
      items={[
        [
          "Event",
          <span key="id" className="flex items-start gap-1">
            <code className="break-all font-mono text-xs leading-5">{event.id}</code>
            <CopyButton value={event.id} what="event id" className="-my-1.5 shrink-0" />
          </span>,
        ],
        [
          "Type",
          <Link
            key="type"
            href={`${base}/event-types/${encodeURIComponent(event.type)}`}
            className="break-all font-mono text-accent text-xs underline underline-offset-4"
          >
            {event.type}
          </Link>,
        ],
        ["Accepted", <Time key="accepted" at={event.accepted_at} />],
        [
          "Fan-out",
          fanOut.state === "done"
            ? `${fanOut.done.toLocaleString("en")} deliveries`
            : `${fanOut.done.toLocaleString("en")} of about ${fanOut.total.toLocaleString("en")} written`,
        ],
        ["Completed", event.completed_at ? <Time key="completed" at={event.completed_at} /> : "not yet"],
        ["Payload", event.payload === null ? "not kept" : `${event.payload_bytes.toLocaleString("en")} bytes`],
        ...(event.idempotency_key
          ? [
              [
                "Idempotency key",
                <code key="key" className="break-all font-mono text-xs">
                  {event.idempotency_key}
                </code>,
              ] as const,
            ]
          : []),
      ]}
    />
  );
}
