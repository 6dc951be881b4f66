"use client";

import { useMutation } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { DeliveryWatch } from "../../deliveries/index.ts";
import { useSession } from "../../session/index.ts";

/** Sends a test event and shows its attempts as they happen. */
export function TestAgain({ endpointId, label = "Test again" }: { endpointId: string; label?: string }) {
  const { tenant, may } = useSession();
  const api = useApi();
  const send = useMutation(api.tests.send.mutationOptions());
  if (!may("tests:send")) return null;
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Button variant="primary" busy={send.isPending} onClick={() => send.mutate({ tenantId: tenant.id, endpointId })}>
          <Send aria-hidden /> {label}
        </Button>
      </div>
      {send.error && <Notice tone="bad" title={readProblem(send.error).detail} />}
      {send.data && <DeliveryWatch key={send.data.delivery_id} deliveryId={send.data.delivery_id} />}
    </div>
  );
}
