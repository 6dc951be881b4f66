import type { EndpointListItem } from "@hooklane/contracts";
import { toneText } from "../../../ui/badge.tsx";
import { cn } from "../../../ui/cn.ts";
import { RowLink } from "../../../ui/row-link.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { endpointAttention } from "../lib/attention.ts";
import { EndpointStatus } from "./endpoint-status.tsx";

const none = <span className="text-muted">–</span>;

/** Endpoints, one a row, each opened by its URL. */
export function EndpointTable({ tenantId, rows }: { tenantId: string; rows: readonly EndpointListItem[] }) {
  const columns: Column<EndpointListItem>[] = [
    {
      id: "endpoint",
      header: "Endpoint",
      className: "w-full max-w-0 min-w-40",
      cell: (row) => {
        const attention = endpointAttention(row);
        return (
          <span className="flex flex-col py-1">
            <RowLink href={`/${tenantId}/endpoints/${row.id}`} className="truncate font-mono text-xs">
              {row.url.replace(/^https:\/\//, "")}
            </RowLink>
            {attention ? (
              <span className={toneText[attention.tone]}>{attention.sentence}</span>
            ) : (
              <span className="truncate text-muted">{row.description || row.event_types.join(", ")}</span>
            )}
          </span>
        );
      },
    },
    {
      id: "state",
      header: "State",
      cell: (row) => (
        <EndpointStatus state={row.state} circuit={row.health.circuit_state} troubled={endpointAttention(row) !== undefined} />
      ),
    },
    {
      id: "success",
      header: "Success, 1 h",
      align: "right",
      from: "sm",
      cell: ({ health: { success_rate: rate } }) => (rate === null ? none : `${Math.floor(rate * 1_000) / 10} %`),
    },
    { id: "backlog", header: "Pending", align: "right", from: "md", cell: ({ health }) => health.backlog.toLocaleString("en") },
    {
      id: "dead",
      header: "Dead",
      align: "right",
      from: "md",
      cell: ({ health }) => (
        <span className={cn(health.dead_count > 0 && "font-medium text-bad")}>{health.dead_count.toLocaleString("en")}</span>
      ),
    },
    {
      id: "last",
      header: "Last attempt",
      from: "lg",
      className: "text-muted",
      cell: ({ health }) => (health.last_delivery_at ? <Time at={health.last_delivery_at} /> : none),
    },
  ];
  return <Table label="Endpoints" columns={columns} rows={rows} keyOf={(row) => row.id} />;
}
