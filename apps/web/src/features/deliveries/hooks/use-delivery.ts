"use client";

import type { DeliveryState } from "@hooklane/contracts";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/index.ts";

const WATCH_MS = 1_000;
const isFinal = (state: DeliveryState): boolean => state === "delivered" || state === "dead";

/** One delivery with its attempts, watched until it is final. */
export function useDelivery(tenantId: string, deliveryId: string) {
  const api = useApi();
  return useQuery(
    api.deliveries.get.queryOptions(
      { tenantId, deliveryId },
      { refetchInterval: (query) => (query.state.data && isFinal(query.state.data.state) ? false : WATCH_MS) },
    ),
  );
}
