"use client";

import type { SessionView } from "@hooklane/contracts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";

/** Where a person is signed in, and how to end that. */
export function SessionsCard() {
  const api = useApi();
  const cache = useQueryClient();
  const query = useQuery(api.sessions.list.queryOptions());
  const refresh = () => cache.invalidateQueries(api.sessions.pathFilter());
  const onError = (error: unknown) => toast.failed("The session was not ended", readProblem(error).detail);
  const revoke = useMutation(api.sessions.revoke.mutationOptions({ onSuccess: refresh, onError }));
  const revokeOthers = useMutation(
    api.sessions.revokeOthers.mutationOptions({
      onSuccess: async () => {
        await refresh();
        toast.done("Every other session has ended.");
      },
      onError,
    }),
  );
  const others = query.data?.some(({ current }) => !current);
  return (
    <Card
      flush
      title="Sessions"
      description="Where you are signed in. One that is ended counts no more from its next click on."
      actions={
        others && (
          <Button size="small" busy={revokeOthers.isPending} onClick={() => revokeOthers.mutate()}>
            End all others
          </Button>
        )
      }
    >
      {query.data ? (
        <Table
          label="Sessions"
          columns={columns((sessionId) => revoke.mutate({ sessionId }), revoke.isPending)}
          rows={query.data}
          keyOf={({ id }) => id}
        />
      ) : query.isPending ? (
        <LoadingState rows={2} label="Reading your sessions" />
      ) : (
        <ErrorState title="Your sessions could not be read" detail={readProblem(query.error).detail} onRetry={() => query.refetch()} />
      )}
    </Card>
  );
}

const columns = (onEnd: (id: string) => void, busy: boolean): Column<SessionView>[] => [
  {
    id: "browser",
    header: "Browser",
    cell: ({ browser, current, address }) => (
      <span className="flex flex-col py-1">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {browser} {current && <Badge tone="good">this one</Badge>}
        </span>
        <span className="font-mono text-muted text-xs">{address}</span>
      </span>
    ),
  },
  { id: "since", header: "Signed in", from: "sm", className: "text-muted", cell: (session) => <Time at={session.created_at} /> },
  { id: "seen", header: "Last seen", className: "text-muted", cell: (session) => <Time at={session.last_seen_at} /> },
  {
    id: "end",
    header: <span className="sr-only">Actions</span>,
    align: "right",
    cell: ({ id, current, browser }) =>
      !current && (
        <Button size="small" className="text-bad" disabled={busy} aria-label={`End the session of ${browser}`} onClick={() => onEnd(id)}>
          End
        </Button>
      ),
  },
];
