import type { EndpointListItem } from "@hooklane/contracts";
import Link from "next/link";
import { toneText } from "../../../ui/badge.tsx";
import { cn } from "../../../ui/cn.ts";
import { formatCount, formatShare } from "../../../ui/lib/format-number.ts";
import { formatRemaining } from "../../../ui/lib/format-time.ts";
import { RowLink } from "../../../ui/row-link.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { endpointAttention } from "../lib/attention.ts";
import { EndpointStatus } from "./endpoint-status.tsx";

const none = <span className="text-muted">–</span>;

/** Endpoints, one a row, each opened by its name; what wants a look says so in words. */
export function EndpointTable({ tenantId, rows }: { tenantId: string; rows: readonly EndpointListItem[] }) {
  const logOf = (row: EndpointListItem, query: string) => `/${tenantId}/endpoints/${row.id}/deliveries?${query}`;
  const columns: Column<EndpointListItem>[] = [
    {
      id: "endpoint",
      header: "Endpoint",
      className: "w-full max-w-0 min-w-24 sm:min-w-40",
      cell: (row) => {
        const attention = endpointAttention(row);
        const url = row.url.replace(/^https:\/\//, "");
        return (
          <span className="flex flex-col py-1">
            <RowLink href={`/${tenantId}/endpoints/${row.id}`} className={cn("truncate", !row.description && "font-mono text-xs")}>
              {row.description || url}
            </RowLink>
            {row.description && <span className="truncate font-mono text-muted text-xs">{url}</span>}
            {attention && <span className={toneText[attention.tone]}>{attention.sentence}</span>}
          </span>
        );
      },
    },
    {
      id: "state",
      header: "Status",
      cell: (row) => (
        <EndpointStatus state={row.state} circuit={row.health.circuit_state} troubled={endpointAttention(row) !== undefined} />
      ),
    },
    {
      id: "success",
      header: "Success, 24 h",
      align: "right",
      from: "sm",
      cell: ({ health: { success_rate_day: rate } }) => (rate === null ? none : formatShare(rate)),
    },
    {
      id: "lag",
      header: "Lag",
      align: "right",
      from: "md",
      cell: ({ health: { lag_seconds: lag } }) =>
        lag === 0 ? none : <span className="whitespace-nowrap">{formatRemaining(lag * 1_000)}</span>,
    },
    {
      id: "backlog",
      header: "Waiting",
      align: "right",
      from: "md",
      cell: (row) => <CountLink n={row.health.backlog} href={logOf(row, "state=pending,inflight")} />,
    },
    {
      id: "dead",
      header: "Dead",
      align: "right",
      from: "md",
      cell: (row) => (
        <CountLink
          n={row.health.dead_count}
          href={logOf(row, "state=dead")}
          className={cn(row.health.dead_count > 0 && "font-medium text-bad")}
        />
      ),
    },
    {
      id: "last",
      header: "Last delivery",
      from: "lg",
      className: "text-muted",
      cell: ({ health }) => (health.last_delivery_at ? <Time at={health.last_delivery_at} /> : none),
    },
  ];
  return <Table label="Endpoints" columns={columns} rows={rows} keyOf={(row) => row.id} />;
}

/** A number, which leads to what it counts; nothing to go to where there is nothing. */
function CountLink({ n, href, className }: { n: number; href: string; className?: string }) {
  if (n === 0) return <span className="text-muted">0</span>;
  return (
    <Link href={href} className={cn("relative z-1 underline decoration-edge/60 underline-offset-4 hover:decoration-ink", className)}>
      {formatCount(n)}
    </Link>
  );
}
