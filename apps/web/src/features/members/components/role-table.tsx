import { mayDo, type Right, rights, rightsOfRole, roles } from "@hooklane/contracts";
import { Check, Minus } from "lucide-react";
import { Card } from "../../../ui/card.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { rightText } from "../lib/right-text.ts";

/** What each role may do. */
export function RoleTable() {
  return (
    <Card flush title="Roles" description="Every member, viewers included, sees endpoints, deliveries and their log. Beyond that:">
      <Table label="What each role may do" columns={columns} rows={rights} keyOf={(right) => right} />
    </Card>
  );
}

const columns: readonly Column<Right>[] = [
  { id: "right", header: "May", cell: (right) => rightText[right] },
  ...roles
    .filter((role) => rightsOfRole[role].length > 0)
    .map((role) => ({
      id: role,
      header: <span className="capitalize max-sm:text-2xs">{role}</span>,
      cell: (right: Right) =>
        mayDo(role, right) ? (
          <span className="text-good">
            <Check aria-hidden className="size-4" />
            <span className="sr-only">yes</span>
          </span>
        ) : (
          <span className="text-muted">
            <Minus aria-hidden className="size-4" />
            <span className="sr-only">no</span>
          </span>
        ),
    })),
];
