"use client";

import Link from "next/link";
import { ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { readProblem } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { useDelivery } from "../hooks/use-delivery.ts";
import { deliverySentence } from "../lib/delivery-sentence.ts";
import { AttemptTimeline } from "./attempt-timeline.tsx";
import { deliveryStateText } from "./delivery-status.tsx";

/** A delivery while it happens: its state and its attempts as they come. */
export function DeliveryWatch({ deliveryId }: { deliveryId: string }) {
  const { tenant } = useSession();
  const query = useDelivery(tenant.id, deliveryId);
  if (query.isPending) return <LoadingState rows={3} label="Reading the delivery" />;
  if (!query.data) {
    const { detail } = readProblem(query.error);
    return <ErrorState title="The delivery could not be read" detail={detail} onRetry={() => query.refetch()} />;
  }
  const { sentence, fix } = deliverySentence(query.data);
  const { tone } = deliveryStateText[query.data.state];
  return (
    <div className="flex flex-col gap-4">
      <div aria-live="polite">
        <Notice
          tone={tone}
          title={sentence}
          action={
            <Link href={`/${tenant.id}/deliveries/${deliveryId}`} className="font-medium underline underline-offset-4">
              Open the delivery
            </Link>
          }
        >
          {fix}
        </Notice>
      </div>
      <AttemptTimeline delivery={query.data} />
    </div>
  );
}
