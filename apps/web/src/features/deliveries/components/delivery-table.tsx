import type { DeliveryListItem } from "@hooklane/contracts";
import { FlaskConical } from "lucide-react";
import { Badge } from "../../../ui/badge.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { RowLink } from "../../../ui/row-link.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import type { Selection } from "../hooks/use-selection.ts";
import { DeliveryStatus } from "./delivery-status.tsx";
import { WaitingCell } from "./waiting-cell.tsx";

interface DeliveryTableProps {
  tenantId: string;
  rows: readonly DeliveryListItem[];
  /** Left out where all rows have the same. */
  showEndpoint?: boolean;
  /** Rows can be chosen. */
  selection?: Selection | undefined;
}

/** Deliveries, one a row, each opened by its event type. */
export function DeliveryTable({ tenantId, rows, showEndpoint = true, selection }: DeliveryTableProps) {
  const columns: Column<DeliveryListItem>[] = [
    ...(selection ? [choiceColumn(rows, selection)] : []),
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
      className: "max-w-64 max-sm:w-full max-sm:max-w-0 max-sm:min-w-32",
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
          <span className="text-xs xl:hidden">
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
      className: "w-full max-w-0 min-w-28",
      from: "md",
      cell: (row) => (
        <span className="block truncate font-mono text-muted text-xs" title={row.endpoint.url}>
          {row.endpoint.url.replace(/^https:\/\//, "")}
        </span>
      ),
    },
    { id: "status", header: "Status", align: "right", from: "sm", cell: (row) => row.last_status ?? <span className="text-muted">–</span> },
    { id: "attempts", header: "Attempts", align: "right", from: "xl", cell: (row) => row.attempt_count },
    { id: "next", header: "Next attempt", from: "xl", className: "min-w-44", cell: (row) => <WaitingCell delivery={row} /> },
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

/** A box for each row, and one for all of them. */
function choiceColumn(rows: readonly DeliveryListItem[], { ids, toggle, set }: Selection): Column<DeliveryListItem> {
  const isAll = rows.every(({ id }) => ids.has(id));
  return {
    id: "choice",
    header: (
      <Checkbox
        label={<span className="sr-only">Choose all on this page</span>}
        checked={isAll}
        onChange={() => set(isAll ? [] : rows.map(({ id }) => id))}
      />
    ),
    className: "w-8 [&_label]:relative [&_label]:z-1",
    cell: (row) => (
      <Checkbox label={<span className="sr-only">Choose {row.id}</span>} checked={ids.has(row.id)} onChange={() => toggle(row.id)} />
    ),
  };
}
