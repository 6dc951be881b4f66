"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Eraser } from "lucide-react";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";

/** Erases an event's payload, after the consequences were read. */
export function ErasePayload({ eventId }: { eventId: string }) {
  const { tenant } = useSession();
  const api = useApi();
  const cache = useQueryClient();
  const erase = useMutation(
    api.events.erasePayload.mutationOptions({
      onSuccess: async () => {
        toast.done("The payload was erased");
        await Promise.all([api.events, api.deliveries].map((part) => cache.invalidateQueries({ queryKey: part.pathKey() })));
      },
      onError: (error) => toast.failed("The payload was not erased", readProblem(error).detail),
    }),
  );
  return (
    <AlertDialog
      title="Erase this payload?"
      description={
        <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
          <li>Its bytes are deleted for good; nobody can bring them back.</li>
          <li>What was delivered stays delivered: your endpoints keep what they received.</li>
          <li>What waits, or is being retried, ends dead, and nothing of it can be replayed.</li>
          <li>The event, its deliveries and their attempts stay in the log and say that it was erased.</li>
        </ul>
      }
      trigger={
        <Button>
          <Eraser aria-hidden /> Erase payload
        </Button>
      }
      action="Erase the payload"
      typed="erase"
      onConfirm={() => erase.mutateAsync({ tenantId: tenant.id, eventId })}
    />
  );
}
