"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";

/** Sends a delivery's event to its endpoint once more, and goes on to the new delivery. */
export function ReplayButton({ deliveryId }: { deliveryId: string }) {
  const { tenant } = useSession();
  const api = useApi();
  const cache = useQueryClient();
  const router = useRouter();
  const replay = useMutation(
    api.deliveries.replay.mutationOptions({
      onSuccess: async ({ delivery_id }) => {
        toast.done("The replay has started");
        router.push(`/${tenant.id}/deliveries/${delivery_id}`);
        await cache.invalidateQueries({ queryKey: api.deliveries.get.queryKey({ tenantId: tenant.id, deliveryId }) });
      },
      onError: (error) => toast.failed("It was not replayed", readProblem(error).detail),
    }),
  );
  return (
    <Button variant="primary" busy={replay.isPending} onClick={() => replay.mutate({ tenantId: tenant.id, deliveryId })}>
      <RotateCw aria-hidden /> Replay
    </Button>
  );
}
