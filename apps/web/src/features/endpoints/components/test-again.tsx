"use client";

import { Send } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { readProblem } from "../../api/index.ts";
import { DeliveryWatch } from "../../deliveries/index.ts";
import { useSession } from "../../session/index.ts";
import type { useTestEvent } from "../hooks/use-test-event.ts";

/** Sends a test event and shows its attempts as they happen. */
export function TestAgain({ endpointId, test }: { endpointId: string; test: ReturnType<typeof useTestEvent> }) {
  const { tenant, may } = useSession();
  if (!may("tests:send")) return null;
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Button variant="primary" busy={test.isPending} onClick={() => test.mutate({ tenantId: tenant.id, endpointId })}>
          <Send aria-hidden /> Test again
        </Button>
      </div>
      {test.error && <Notice tone="bad" title={readProblem(test.error).detail} />}
      {test.data && <DeliveryWatch key={test.data.delivery_id} deliveryId={test.data.delivery_id} />}
    </div>
  );
}
