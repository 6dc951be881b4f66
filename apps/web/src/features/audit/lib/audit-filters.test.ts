import { expect, test } from "vitest";
import { auditFilter, isAuditFiltered, noAuditFilters } from "./audit-filters.ts";

test("the last day counts to its end, and a day that is none does not count", () => {
  expect(auditFilter({ ...noAuditFilters, since: "2026-11-30", until: "2026-11-30" })).toEqual({
    since: "2026-11-30T00:00:00.000Z",
    until: "2026-12-01T00:00:00.000Z",
  });
  expect(auditFilter({ ...noAuditFilters, since: "2026-02-30x", until: "yesterday", action: "" })).toEqual({});
});

test("a page of the list is no filter", () => {
  expect(isAuditFiltered({ ...noAuditFilters, cursor: "x" })).toBe(false);
  expect(isAuditFiltered({ ...noAuditFilters, action: "api_key" })).toBe(true);
});
