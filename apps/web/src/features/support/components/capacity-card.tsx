"use client";

import type { CapacityFindingView } from "@hooklane/contracts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { ReadState } from "./read-state.tsx";

/** Endpoints whose plan allows less than the busiest hour of their month needs. */
export function CapacityCard() {
  const api = useApi();
  const query = useQuery(api.support.capacity.queryOptions());
  return (
    <ReadState query={query} what="The review of capacity">
      {(found) => (
        <Card
          flush
          title="Plans that are too small"
          description="Reviewed each month: deliveries per second × the 99th percentile of answers in the busiest hour, against the plan's cap per endpoint."
        >
          {found.length > 0 ? (
            <Table label="Plans that are too small" columns={columns} rows={found} keyOf={({ endpoint_id }) => endpoint_id} />
          ) : (
            <p className="p-4 text-muted">The last review found no endpoint that needs more than its plan allows.</p>
          )}
        </Card>
      )}
    </ReadState>
  );
}

const columns: Column<CapacityFindingView>[] = [
  {
    id: "endpoint",
    header: "Endpoint",
    cell: ({ url, tenant }) => (
      <span className="flex flex-col py-1">
        <span className="break-all font-medium">{url}</span>
        <span className="text-muted text-xs">
          <Link href={`/support/tenants/${tenant.id}`} className="underline underline-offset-4">
            {tenant.name}
          </Link>
          , plan {tenant.plan}
        </span>
      </span>
    ),
  },
  { id: "rate", header: "Per second", align: "right", from: "sm", cell: ({ arrival_per_s }) => arrival_per_s.toFixed(1) },
  { id: "latency", header: "p99", align: "right", from: "sm", cell: ({ latency_p99_ms }) => `${latency_p99_ms.toLocaleString("en")} ms` },
  { id: "cap", header: "Allowed", align: "right", cell: ({ cap }) => cap },
  { id: "needed", header: "Needed", align: "right", cell: ({ needed }) => needed },
  { id: "apply", header: <span className="sr-only">Actions</span>, align: "right", cell: (finding) => <Apply finding={finding} /> },
];

function Apply({ finding: { endpoint_id, tenant, needed, cap } }: { finding: CapacityFindingView }) {
  const api = useApi();
  const cache = useQueryClient();
  const apply = useMutation(
    api.support.applyCapacity.mutationOptions({ onError: (error) => toast.failed("The cap was not raised", readProblem(error).detail) }),
  );
  return (
    <AlertDialog
      title={`Raise the cap of “${tenant.name}”?`}
      description={`Every endpoint of the workspace may then have ${needed} requests in flight instead of ${cap}. It costs nothing until one is measured to need it.`}
      action="Raise the cap"
      tone="primary"
      trigger={<Button size="small">Apply</Button>}
      onConfirm={async () => {
        await apply.mutateAsync({ endpointId: endpoint_id });
        await cache.invalidateQueries(api.support.pathFilter());
        toast.done("The cap is raised.");
      }}
    />
  );
}
