"use client";

import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { DeliveryWatch } from "../../deliveries/index.ts";

/** What a test told that was sent while the endpoint looked set up wrongly, after it does so no longer. */
export function MendedCard({ deliveryId, onClose }: { deliveryId: string; onClose: () => void }) {
  return (
    <Card
      title="It no longer looks set up wrongly"
      className="border-good"
      actions={
        <Button size="small" onClick={onClose}>
          Close
        </Button>
      }
    >
      <DeliveryWatch deliveryId={deliveryId} />
    </Card>
  );
}
