"use client";

import type { ApiKeyView } from "@hooklane/contracts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleOff, KeyRound } from "lucide-react";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Badge, Status } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { CreateKey } from "./create-key.tsx";

/** The keys by which programs act for this workspace. */
export function KeyList() {
  const { tenant, may } = useSession();
  const api = useApi();
  const query = useQuery(api.keys.list.queryOptions({ tenantId: tenant.id }));
  const create = may("keys:write") && <CreateKey />;
  const body = () => {
    if (query.isPending) return <LoadingState label="Reading API keys" />;
    if (!query.data)
      return <ErrorState title="The API keys could not be read" detail={readProblem(query.error).detail} onRetry={() => query.refetch()} />;
    if (query.data.length === 0)
      return (
        <EmptyState icon={KeyRound} title="No API keys yet">
          A program needs a key to post events or to read deliveries. It belongs to this workspace and may do only what its scopes say.
        </EmptyState>
      );
    return <Table label="API keys" columns={columns(may("keys:write"))} rows={query.data} keyOf={(key) => key.id} />;
  };
  return (
    <>
      <PageHeader title="API keys" description="Programs of yours call the API with these." actions={create} />
      <Card flush>{body()}</Card>
    </>
  );
}

const columns = (mayRevoke: boolean): Column<ApiKeyView>[] => [
  {
    id: "name",
    header: "Name",
    cell: (key) => (
      <span className="flex flex-col py-1">
        <span className="font-medium">{key.name}</span>
        <code className="font-mono text-muted text-xs">{key.prefix}…</code>
      </span>
    ),
  },
  {
    id: "scopes",
    header: "Scopes",
    from: "md",
    className: "max-w-80",
    cell: (key) => (
      <span className="flex flex-wrap gap-1 py-1">
        {key.scopes.map((scope) => (
          <Badge key={scope} className="font-mono">
            {scope}
          </Badge>
        ))}
      </span>
    ),
  },
  {
    id: "state",
    header: "State",
    cell: (key) =>
      key.revoked_at ? (
        <Status tone="quiet" icon={CircleOff}>
          Revoked
        </Status>
      ) : (
        <Status tone="good" icon={CircleCheck}>
          Active
        </Status>
      ),
  },
  { id: "created", header: "Created", from: "lg", className: "text-muted", cell: (key) => <Time at={key.created_at} /> },
  {
    id: "used",
    header: "Last used",
    from: "sm",
    className: "text-muted",
    cell: (key) => (key.last_used_at ? <Time at={key.last_used_at} /> : "never"),
  },
  {
    id: "revoke",
    header: <span className="sr-only">Actions</span>,
    align: "right",
    cell: (key) => mayRevoke && key.revoked_at === null && <RevokeKey apiKey={key} />,
  },
];

function RevokeKey({ apiKey }: { apiKey: ApiKeyView }) {
  const { tenant } = useSession();
  const api = useApi();
  const cache = useQueryClient();
  const revoke = useMutation(
    api.keys.revoke.mutationOptions({ onError: (error) => toast.failed("The key was not revoked", readProblem(error).detail) }),
  );
  return (
    <AlertDialog
      title={`Revoke “${apiKey.name}”?`}
      description="Programs that use this key are refused from now on. This cannot be undone."
      action="Revoke key"
      trigger={
        <Button size="small" className="text-bad" aria-label={`Revoke ${apiKey.name}`}>
          Revoke
        </Button>
      }
      onConfirm={async () => {
        await revoke.mutateAsync({ tenantId: tenant.id, keyId: apiKey.id });
        await cache.invalidateQueries(api.keys.pathFilter());
        toast.done("The key is revoked.");
      }}
    />
  );
}
