import { parseAsString } from "nuqs/server";

/** The log's filters as they stand in the address. */
export const auditParsers = {
  actor: parseAsString,
  action: parseAsString,
  target: parseAsString,
  visit: parseAsString,
  since: parseAsString,
  until: parseAsString,
  cursor: parseAsString,
};

export interface AuditFilters {
  actor: string | null;
  action: string | null;
  target: string | null;
  /** Public id of a visit of support staff. */
  visit: string | null;
  /** Days, `2026-11-30`, in UTC; `until` is the last one that counts. */
  since: string | null;
  until: string | null;
  cursor: string | null;
}

export const noAuditFilters: AuditFilters = {
  actor: null,
  action: null,
  target: null,
  visit: null,
  since: null,
  until: null,
  cursor: null,
};

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the filters leave anything out. */
export const isAuditFiltered = ({ cursor: _, ...filters }: AuditFilters): boolean => Object.values(filters).some(Boolean);

/** What the filters ask of the server; a day that is none is as if it were absent. */
export const auditQuery = (tenantId: string, filters: AuditFilters) => ({
  tenantId,
  ...auditFilter(filters),
  ...(filters.cursor && { cursor: filters.cursor }),
});

/** The same without the page: what a file of it all is asked for with. */
export function auditFilter({ actor, action, target, visit, since, until }: AuditFilters): Record<string, string> {
  const from = startOf(since);
  const to = startOf(until);
  return {
    ...(actor && { actor }),
    ...(action && { action }),
    ...(target && { target }),
    ...(visit && { visit }),
    ...(from !== undefined && { since: new Date(from).toISOString() }),
    ...(to !== undefined && { until: new Date(to + DAY_MS).toISOString() }),
  };
}

function startOf(day: string | null): number | undefined {
  const ms = day !== null && DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
