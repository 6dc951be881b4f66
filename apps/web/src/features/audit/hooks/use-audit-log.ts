"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useApi } from "../../api/index.ts";
import { type AuditFilters, auditParsers, auditQuery, noAuditFilters } from "../lib/audit-filters.ts";

/** The audit log as the address describes it, page by page. */
export function useAuditLog(tenantId: string) {
  const api = useApi();
  const [filters, setFilters] = useQueryStates(auditParsers, { history: "push" });
  const { cursor } = filters;
  const query = useQuery(api.audit.list.queryOptions(auditQuery(tenantId, filters), { placeholderData: keepPreviousData }));
  const [trail, setTrail] = useState<(string | null)[]>([]);
  const goTo = (to: string | null, next: (string | null)[]) => {
    setTrail(next);
    void setFilters({ cursor: to });
  };
  const next = query.data?.next_cursor;
  return {
    query,
    filters,
    setFilters: (change: Partial<AuditFilters>) => {
      setTrail([]);
      void setFilters({ ...change, cursor: null });
    },
    clear: () => {
      setTrail([]);
      void setFilters(noAuditFilters);
    },
    first: cursor ? () => goTo(null, []) : undefined,
    previous: trail.length > 0 ? () => goTo(trail.at(-1) ?? null, trail.slice(0, -1)) : undefined,
    next: next ? () => goTo(next, [...trail, cursor]) : undefined,
  };
}
