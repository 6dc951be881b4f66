"use client";

import type { EventTypeView } from "@hooklane/contracts";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus } from "lucide-react";
import Link from "next/link";
import { Badge } from "../../../ui/badge.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { KeyValue } from "../../../ui/key-value.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Time } from "../../../ui/time.tsx";
import { useApi } from "../../api/index.ts";
import { EventVolumeCard } from "../../charts/index.ts";
import { useSession } from "../../session/index.ts";

/** One event type: what the catalogue says of it, who asks for it, and how often it comes. Also of types that the catalogue does not know. */
export function EventTypeDetail({ name }: { name: string }) {
  const { tenant, may } = useSession();
  const api = useApi();
  const stored = useQuery(api.eventTypes.get.queryOptions({ tenantId: tenant.id, name }));
  const volumes = useQuery(api.eventTypes.volumes.queryOptions({ tenantId: tenant.id }));
  const base = `/${tenant.id}`;
  const type = stored.data;
  const seen = volumes.data?.types.find((each) => each.name === name);
  const path = `${base}/event-types`;
  return (
    <>
      <PageHeader
        trail={[{ href: path, label: "Event types" }]}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="break-all font-mono text-lg">{name}</span>
            {type?.kind === "geojson" && <Badge>geojson</Badge>}
          </span>
        }
        description={type?.description}
        actions={
          may("event_types:write") &&
          (type ? (
            <ButtonLink href={`${path}/${encodeURIComponent(name)}/edit`}>
              <Pencil aria-hidden /> Edit
            </ButtonLink>
          ) : (
            stored.isError && (
              <ButtonLink variant="primary" href={`${path}/new?name=${encodeURIComponent(name)}`}>
                <Plus aria-hidden /> Add to the catalogue
              </ButtonLink>
            )
          ))
        }
      />
      {stored.isError && <Notice title="The catalogue does not know this type">Its events are taken and delivered all the same.</Notice>}
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <EventVolumeCard name={name} />
          <Subscribers name={name} />
          {type && <Described type={type} />}
        </div>
        <Card title="Facts">
          <KeyValue
            className="grid-cols-[minmax(5rem,max-content)_minmax(0,1fr)]"
            items={[
              [
                "Events",
                <Link
                  key="events"
                  href={`${base}/events?type=${encodeURIComponent(name)}`}
                  className="text-accent underline underline-offset-4"
                >
                  {(seen?.events ?? 0).toLocaleString("en")} in 7 days
                </Link>,
              ],
              ["Last", seen ? <Time key="last" at={seen.last_at} /> : "–"],
              ...(type
                ? ([
                    ["Derived key", type.derived_key ? `${type.derived_key.device_id}, ${type.derived_key.occurred_at}` : "no"],
                    ["Completion", type.announce_completed ? "is announced" : "is not announced"],
                    ["Changed", <Time key="changed" at={type.updated_at} />],
                  ] as const)
                : []),
            ]}
          />
        </Card>
      </div>
    </>
  );
}

function Described({ type }: { type: EventTypeView }) {
  return (
    <>
      <Card title="Example">
        {type.example === null ? (
          <p className="text-muted">There is none yet.</p>
        ) : (
          <CodeBlock code={JSON.stringify(type.example, null, 2)} what="example" wrap />
        )}
      </Card>
      <Card title="JSON Schema">
        {type.schema === null ? (
          <p className="text-muted">There is none yet.</p>
        ) : (
          <CodeBlock code={JSON.stringify(type.schema, null, 2)} what="schema" wrap />
        )}
      </Card>
    </>
  );
}

/** Endpoints that ask for the type. */
function Subscribers({ name }: { name: string }) {
  const { tenant } = useSession();
  const api = useApi();
  const query = useQuery(api.eventTypes.subscribers.queryOptions({ tenantId: tenant.id, name }));
  const endpoints = query.data?.endpoints ?? [];
  return (
    <Card title="Endpoints that ask for it" flush={endpoints.length > 0}>
      {endpoints.length === 0 ? (
        <p className="text-muted">{query.isPending ? "Reading the endpoints." : "None does."}</p>
      ) : (
        <ul className="divide-y">
          {endpoints.map(({ id, url, state, event_types }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
              <Link href={`/${tenant.id}/endpoints/${id}`} className="min-w-0 flex-1 truncate font-mono text-xs hover:underline">
                {url}
              </Link>
              <span className="font-mono text-muted text-xs">{event_types.join(", ")}</span>
              {state !== "active" && <Badge tone="wait">{state}</Badge>}
            </li>
          ))}
        </ul>
      )}
      {query.data?.has_more && <p className="border-t px-4 py-2.5 text-muted text-sm">And others.</p>}
    </Card>
  );
}
