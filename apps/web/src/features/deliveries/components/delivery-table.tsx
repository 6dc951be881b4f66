import type { DeliveryListItem } from "@hooklane/contracts";
import { FlaskConical } from "lucide-react";
import { Badge } from "../../../ui/badge.tsx";
import { RowLink } from "../../../ui/row-link.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { DeliveryStatus } from "./delivery-status.tsx";
import { WaitingCell } from "./waiting-cell.tsx";

interface DeliveryTableProps {
  tenantId: string;
  rows: readonly DeliveryListItem[];
  /** Left out where all rows have the same. */
  showEndpoint?: boolean;
}

/** Deliveries, one a row, each opened by its event type. */
export function DeliveryTable({ tenantId, rows, showEndpoint = true }: DeliveryTableProps) {
  const columns: Column<DeliveryListItem>[] = [
    {
      id: "time",
      header: "Accepted",
      cell: (row) => (row.accepted_at ? <Time at={row.accepted_at} /> : <span className="text-muted">not kept</span>),
      className: "text-muted",
      from: "sm",
    },
    { id: "state", header: "State", cell: (row) => <DeliveryStatus state={row.state} /> },
    {
      id: "type",
      header: "Event type",
      className: "max-w-64",
      cell: (row) => (
        <span className="flex flex-col">
          <span className="flex items-center gap-2">
            <RowLink href={`/${tenantId}/deliveries/${row.id}`} className="truncate font-mono font-normal text-xs">
              {row.event_type ?? row.event_id}
            </RowLink>
            {row.test && (
              <Badge>
                <FlaskConical aria-hidden className="size-3" /> test
              </Badge>
            )}
            {row.generation > 1 && <Badge>replay {row.generation - 1}</Badge>}
          </span>
          <span className="text-xs lg:hidden">
            {row.state === "delivered" && row.accepted_at ? (
              <span className="text-muted sm:hidden">
                <Time at={row.accepted_at} />
              </span>
            ) : (
              <WaitingCell delivery={row} />
            )}
          </span>
        </span>
      ),
    },
    {
      id: "endpoint",
      header: "Endpoint",
      className: "w-full max-w-0 min-w-40",
      from: "md",
      cell: (row) => (
        <span className="block truncate font-mono text-muted text-xs" title={row.endpoint.url}>
          {row.endpoint.url.replace(/^https:\/\//, "")}
        </span>
      ),
    },
    { id: "status", header: "Status", align: "right", from: "sm", cell: (row) => row.last_status ?? <span className="text-muted">–</span> },
    { id: "attempts", header: "Attempts", align: "right", from: "md", cell: (row) => row.attempt_count },
    { id: "next", header: "Next attempt", from: "lg", className: "whitespace-nowrap", cell: (row) => <WaitingCell delivery={row} /> },
  ];
  return (
    <Table
      label="Deliveries, newest first"
      columns={columns.filter(({ id }) => showEndpoint || id !== "endpoint")}
      rows={rows}
      keyOf={(row) => row.id}
    />
  );
}
