"use client";

import type { DeliveryListItem } from "@hooklane/contracts";
import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useNow } from "../../../ui/now.tsx";
import { useApi } from "../../api/index.ts";
import { type LogFilters, logParsers, logQuery, noFilters } from "../lib/log-filters.ts";
import { mergeTail } from "../lib/merge-tail.ts";

const TAIL_MS = 3_000;
/** A range moves on in steps, so that it is not another question every second. */
const RANGE_STEP_MS = 60_000;

/** The log as the address describes it, brought up to date without moving what is read. @param endpointId narrows it to one endpoint */
export function useDeliveryLog(tenantId: string, endpointId?: string) {
  const api = useApi();
  const nowMs = useNow(RANGE_STEP_MS);
  const [inAddress, setInAddress] = useQueryStates(logParsers, { history: "push" });
  const filters: LogFilters = endpointId ? { ...inAddress, endpoint: endpointId } : inAddress;
  const input = logQuery(tenantId, filters, nowMs);
  const isFirstPage = !filters.cursor;
  const [live, setLive] = useState(true);
  const query = useQuery(api.deliveries.list.queryOptions(input, { refetchInterval: live ? TAIL_MS : false }));

  const [trail, setTrail] = useState<(string | null)[]>([]);
  const key = JSON.stringify({ ...filters, tenantId });
  const [held, setHeld] = useState<{ key: string; rows: DeliveryListItem[] }>();
  const fresh = query.data?.data ?? [];
  if (query.data && held?.key !== key) setHeld({ key, rows: query.data.data }); // a new question: what is read begins anew
  const tail = held?.key === key && isFirstPage ? mergeTail(held.rows, fresh) : { rows: fresh, newCount: 0 };

  const goTo = (cursor: string | null) => void setInAddress({ cursor });
  const next = query.data?.next_cursor;
  return {
    query,
    filters,
    /** Names the page that is read. */
    key,
    nowMs,
    /** Down to when was searched in vain. */
    searchedTo: query.data?.searched_to ?? null,
    rows: tail.rows,
    newCount: tail.newCount,
    live,
    setLive,
    showNew: () => setHeld({ key, rows: fresh }),
    setFilters: (change: Partial<LogFilters>) => {
      setTrail([]);
      void setInAddress({ ...change, cursor: null });
    },
    clear: () => {
      setTrail([]);
      void setInAddress(noFilters);
    },
    first: isFirstPage
      ? undefined
      : () => {
          setTrail([]);
          goTo(null);
        },
    previous:
      trail.length === 0
        ? undefined
        : () => {
            goTo(trail.at(-1) ?? null);
            setTrail(trail.slice(0, -1));
          },
    next: next
      ? () => {
          setTrail([...trail, filters.cursor]);
          goTo(next);
        }
      : undefined,
  };
}
