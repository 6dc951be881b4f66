"use client";

import type { PastVisit, SupportedTenant, TroubledEndpointView } from "@hooklane/contracts";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { KeyValue } from "../../../ui/key-value.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { useApi } from "../../api/index.ts";
import { StartVisit } from "../../visit/index.ts";
import { troubleOf } from "../lib/trouble.ts";
import { LimitsForm } from "./limits-form.tsx";
import { ReadState } from "./read-state.tsx";

const REFRESH_MS = 10_000;
const count = (n: number): string => n.toLocaleString("en");

/** One workspace as staff see it from outside. */
export function TenantPage({ tenantId, visits }: { tenantId: string; visits: boolean }) {
  const api = useApi();
  const query = useQuery(api.support.getTenant.queryOptions({ tenantId }, { refetchInterval: REFRESH_MS }));
  return (
    <ReadState query={query} what="The workspace">
      {(tenant) => (
        <>
          <PageHeader
            title={tenant.name}
            trail={[{ href: "/support", label: "Workspaces" }]}
            description={<code className="break-all font-mono text-xs">{tenant.id}</code>}
            actions={!tenant.has_staff && !visits && <StartVisit tenantId={tenant.id} name={tenant.name} />}
          />
          {tenant.has_staff && <Notice title="This workspace is not visited">One of the support staff belongs to it.</Notice>}
          <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
            <Facts tenant={tenant} />
            <Day tenant={tenant} />
          </div>
          {tenant.alerts.length > 0 && <OpenAlerts alerts={tenant.alerts} />}
          <Card flush title="Needs attention">
            {tenant.troubled.length > 0 ? (
              <Table label="Endpoints that need attention" columns={troubledColumns} rows={tenant.troubled} keyOf={({ id }) => id} />
            ) : (
              <p className="flex items-center gap-2 p-4">
                <CircleCheck aria-hidden className="size-4 text-good" /> All endpoints are well.
              </p>
            )}
          </Card>
          <LimitsForm key={`${tenant.plan} ${JSON.stringify(tenant.override)}`} tenant={tenant} />
          <Card flush title="Visits by support">
            {tenant.visits.length > 0 ? (
              <Table label="Visits by support" columns={visitColumns} rows={tenant.visits} keyOf={({ started_at }) => started_at} />
            ) : (
              <p className="p-4 text-muted">Nobody of the support staff was here yet.</p>
            )}
          </Card>
        </>
      )}
    </ReadState>
  );
}

function OpenAlerts({ alerts }: { alerts: SupportedTenant["alerts"] }) {
  return (
    <Card title="Open alerts">
      <p className="flex flex-wrap gap-1.5">
        {alerts.map(({ kind, open }) => (
          <Badge key={kind} tone="bad">
            {kind.replaceAll("_", " ")}: {count(open)}
          </Badge>
        ))}
      </p>
    </Card>
  );
}

function Facts({ tenant }: { tenant: SupportedTenant }) {
  const { active, paused, disabled } = tenant.endpoints;
  return (
    <Card title="Workspace">
      <KeyValue
        items={[
          ["Plan", <Badge key="plan">{tenant.plan}</Badge>],
          ["Owners", tenant.owners.join(", ") || "nobody"],
          ["Created", <Time key="created" at={tenant.created_at} />],
          ["Endpoints", `${count(active)} active, ${count(paused)} paused, ${count(disabled)} disabled`],
        ]}
      />
    </Card>
  );
}

function Day({ tenant: { day, backlog, dead_count } }: { tenant: SupportedTenant }) {
  const attempts = day.succeeded + day.failed;
  return (
    <Card title="Deliveries">
      <KeyValue
        items={[
          ["Waiting now", count(backlog)],
          ["Dead, not replayed", count(dead_count)],
          ["Delivered in 24 h", count(day.delivered)],
          ["Died in 24 h", count(day.dead)],
          [
            "Attempts in 24 h",
            attempts === 0 ? "none" : `${count(attempts)}, ${((day.succeeded / attempts) * 100).toFixed(1)} % succeeded`,
          ],
        ]}
      />
    </Card>
  );
}

const troubledColumns: Column<TroubledEndpointView>[] = [
  {
    id: "url",
    header: "Endpoint",
    cell: ({ id, url }) => (
      <span className="flex flex-col py-1">
        <span className="break-all font-medium">{url}</span>
        <code className="break-all font-mono text-muted text-xs">{id}</code>
      </span>
    ),
  },
  {
    id: "trouble",
    header: "What is wrong",
    cell: (endpoint) => (
      <span className="flex flex-wrap gap-1 py-1">
        {troubleOf(endpoint).map(({ text, tone }) => (
          <Badge key={text} tone={tone}>
            {text}
          </Badge>
        ))}
      </span>
    ),
  },
  { id: "backlog", header: "Waiting", align: "right", from: "sm", cell: ({ backlog }) => count(backlog) },
  { id: "dead", header: "Dead", align: "right", from: "sm", cell: ({ dead_count }) => count(dead_count) },
];

const visitColumns: Column<PastVisit>[] = [
  { id: "who", header: "Who", cell: ({ staff_email }) => <span className="break-all">{staff_email}</span> },
  {
    id: "why",
    header: "Why",
    className: "max-w-80",
    cell: ({ reason, ticket, elevation_reason }) => (
      <span className="flex flex-col py-1">
        <span className="break-words">
          {reason}
          {ticket && <span className="text-muted"> · {ticket}</span>}
        </span>
        {elevation_reason && <span className="break-words text-muted text-xs">Elevated: {elevation_reason}</span>}
      </span>
    ),
  },
  { id: "from", header: "Began", className: "text-muted", cell: ({ started_at }) => <Time at={started_at} /> },
  { id: "to", header: "Ended", from: "sm", className: "text-muted", cell: ({ ended_at, ends_at }) => <Time at={ended_at ?? ends_at} /> },
];
