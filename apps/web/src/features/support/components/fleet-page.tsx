"use client";

import type { FleetView } from "@hooklane/contracts";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleOff, Hourglass } from "lucide-react";
import Link from "next/link";
import { Status } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { useApi } from "../../api/index.ts";
import { ReadState } from "./read-state.tsx";

const REFRESH_MS = 5_000;

/** Who sends, what they own, and what is cut off. */
export function FleetPage() {
  const api = useApi();
  const query = useQuery(api.support.fleet.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
  return (
    <>
      <PageHeader
        title="Workers"
        description="Each shard belongs to one worker; what it sends is leased, so that nothing is sent by two."
      />
      <ReadState query={query} what="The workers">
        {({ alerts, workers, unowned_shards, leases, circuits }) => (
          <>
            {alerts.map(({ name, meaning, action, since }) => (
              <Notice
                key={name}
                tone="bad"
                title={
                  <>
                    <code className="font-mono">{name}</code> {since && <Time at={since} />}
                  </>
                }
              >
                {meaning} {action} See the runbook of its name.
              </Notice>
            ))}
            {unowned_shards > 0 && (
              <Notice tone="bad" title={`${unowned_shards} shards belong to no live worker`}>
                What lies in them waits. It is so for some seconds when a worker dies or starts.
              </Notice>
            )}
            {leases.expired > 0 && leases.oldest_expired_at && (
              <Notice tone="wait" title={`${leases.expired} leases have run out`}>
                The oldest <Time at={leases.oldest_expired_at} />. A sweep takes their deliveries up again within a minute.
              </Notice>
            )}
            <Card flush title="Workers" description={`${leases.open.toLocaleString("en")} deliveries are leased.`}>
              {workers.length > 0 ? (
                <Table label="Workers" columns={workerColumns} rows={workers} keyOf={({ id }) => id} />
              ) : (
                <p className="p-4 text-bad">No worker has signed on: nothing is sent.</p>
              )}
            </Card>
            <Card flush title="Open circuits">
              {circuits.length > 0 ? (
                <Table
                  label="Open circuits"
                  columns={circuitColumns}
                  rows={circuits}
                  keyOf={({ host, endpoint_id }) => `${host} ${endpoint_id ?? ""}`}
                />
              ) : (
                <p className="flex items-center gap-2 p-4">
                  <CircleCheck aria-hidden className="size-4 text-good" /> Every circuit is closed.
                </p>
              )}
            </Card>
          </>
        )}
      </ReadState>
    </>
  );
}

const states = {
  live: { tone: "good", icon: CircleCheck, label: "Live" },
  draining: { tone: "wait", icon: Hourglass, label: "Draining" },
  silent: { tone: "bad", icon: CircleOff, label: "Silent" },
} as const;

const workerColumns: Column<FleetView["workers"][number]>[] = [
  {
    id: "worker",
    header: "Worker",
    cell: ({ id, hostname, pid }) => (
      <span className="flex flex-col py-1">
        <span className="font-medium">
          {hostname} <span className="text-muted">pid {pid}</span>
        </span>
        <code className="break-all font-mono text-muted text-xs">{id}</code>
      </span>
    ),
  },
  {
    id: "state",
    header: "State",
    cell: ({ state }) => {
      const { tone, icon, label } = states[state];
      return (
        <Status tone={tone} icon={icon}>
          {label}
        </Status>
      );
    },
  },
  { id: "shards", header: "Shards", align: "right", cell: ({ shards }) => shards },
  { id: "lanes", header: "Lanes in use", align: "right", from: "md", cell: ({ lanes }) => lanes.toLocaleString("en") },
  { id: "inflight", header: "In flight", align: "right", from: "sm", cell: ({ in_flight }) => in_flight.toLocaleString("en") },
  { id: "heartbeat", header: "Heard of", from: "sm", className: "text-muted", cell: ({ heartbeat_at }) => <Time at={heartbeat_at} /> },
  { id: "started", header: "Started", from: "lg", className: "text-muted", cell: ({ started_at }) => <Time at={started_at} /> },
];

const circuitColumns: Column<FleetView["circuits"][number]>[] = [
  {
    id: "what",
    header: "Cut off",
    cell: ({ scope, host, endpoint_id }) => (
      <span className="flex flex-col py-1">
        <span className="break-all font-medium">{host}</span>
        <span className="break-all text-muted text-xs">{scope === "host" ? "the whole host" : endpoint_id}</span>
      </span>
    ),
  },
  {
    id: "tenant",
    header: "Workspace",
    cell: ({ tenant }) =>
      tenant ? (
        <Link href={`/support/tenants/${tenant.id}`} className="underline underline-offset-4">
          {tenant.name}
        </Link>
      ) : (
        "every one that sends there"
      ),
  },
  { id: "since", header: "Since", from: "sm", className: "text-muted", cell: ({ since }) => <Time at={since} /> },
  { id: "probe", header: "Next probe", className: "text-muted", cell: ({ probe_at }) => <Time at={probe_at} /> },
];
