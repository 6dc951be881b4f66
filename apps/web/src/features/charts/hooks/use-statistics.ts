"use client";

import { type StatisticsRange, statisticsRangeNames } from "@hooklane/contracts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";

const REFRESH_MS = 15_000;

/** What happened over the span that the address names. @param endpointId of this endpoint alone */
export function useStatistics(endpointId: string | undefined) {
  const { tenant } = useSession();
  const api = useApi();
  const [range, setRange] = useQueryState("range", parseAsStringLiteral(statisticsRangeNames).withDefault("24h"));
  const input = { tenantId: tenant.id, range, ...(endpointId !== undefined && { endpointId }) };
  const query = useQuery(api.statistics.get.queryOptions(input, { refetchInterval: REFRESH_MS, placeholderData: keepPreviousData }));
  return { query, range, setRange: (next: StatisticsRange) => void setRange(next) };
}
