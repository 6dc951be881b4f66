"use client";

import { MAX_REPLAYED_AT_ONCE } from "@hooklane/contracts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import type { Selection } from "../hooks/use-selection.ts";

/** What can be done with the deliveries that are chosen. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const { tenant } = useSession();
  const api = useApi();
  const cache = useQueryClient();
  const replay = useMutation(
    api.deliveries.replayMany.mutationOptions({
      onSuccess: async ({ replayed, refused }) => {
        if (replayed.length > 0) toast.done(`${replayed.length} ${replayed.length === 1 ? "replay" : "replays"} started`);
        const [first] = refused;
        if (first) toast.failed(`${refused.length} could not be replayed`, first.detail);
        selection.clear();
        await cache.invalidateQueries({ queryKey: api.deliveries.list.queryKey() });
      },
      onError: (error) => toast.failed("Nothing was replayed", readProblem(error).detail),
    }),
  );
  const count = selection.ids.size;
  const tooMany = count > MAX_REPLAYED_AT_ONCE;
  return (
    <div role="toolbar" aria-label="Chosen deliveries" className="flex flex-wrap items-center gap-2 border-b bg-accent-soft px-4 py-2">
      <p className="mr-auto font-medium text-sm" aria-live="polite">
        {count} chosen{tooMany && `, ${MAX_REPLAYED_AT_ONCE} at once at most`}
      </p>
      <Button
        size="small"
        variant="primary"
        busy={replay.isPending}
        disabled={tooMany}
        onClick={() => replay.mutate({ tenantId: tenant.id, deliveryIds: [...selection.ids] })}
      >
        <RotateCw aria-hidden /> Replay {count === 1 ? "it" : `these ${count}`}
      </Button>
      <Button size="small" onClick={selection.clear}>
        Choose none
      </Button>
    </div>
  );
}
