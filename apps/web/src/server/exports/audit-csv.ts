import type { AuditEntryView, AuditFilter } from "@hooklane/contracts";
import type { Result } from "../result.ts";
import type { Services } from "../services.ts";
import type { Acting } from "../use-cases/actor.ts";
import { listAudit } from "../use-cases/audit/list-audit.ts";
import { type Cell, csvRow } from "./csv-row.ts";

/** Rows of one file at most: what is beyond is asked for with narrower filters. */
const MAX_ROWS = 50_000;
const PAGE_ROWS = 250;

const json = (value: Record<string, unknown> | null): Cell => (value === null ? null : JSON.stringify(value));

const columns: readonly (readonly [name: string, cell: (entry: AuditEntryView) => Cell])[] = [
  ["id", ({ id }) => id],
  ["at", ({ at }) => at],
  ["actor_kind", ({ actor }) => actor.kind],
  ["actor_id", ({ actor }) => actor.id],
  ["actor_name", ({ actor }) => actor.name],
  ["on_behalf_of", ({ on_behalf_of }) => on_behalf_of && (on_behalf_of.name ?? on_behalf_of.id)],
  ["action", ({ action }) => action],
  ["target_kind", ({ target }) => target.kind],
  ["target_id", ({ target }) => target.id],
  ["target_name", ({ target }) => target.name],
  ["before", ({ before }) => json(before)],
  ["after", ({ after }) => json(after)],
  ["request_id", ({ request_id }) => request_id],
  ["visit", ({ visit }) => visit],
];

/** The entries of a tenant's audit log that a filter matches as lines of a CSV file, newest first, a page at a time as they are asked for. */
export async function auditCsv(services: Services, acting: Acting, filter: AuditFilter): Promise<Result<AsyncGenerator<string>>> {
  const page = (cursor?: string) => listAudit(services, acting, { ...filter, limit: PAGE_ROWS, cursor });
  const first = await page();
  if (!first.ok) return first;
  async function* lines(): AsyncGenerator<string> {
    yield csvRow(columns.map(([name]) => name));
    let read = first;
    for (let left = MAX_ROWS; read.ok; ) {
      const { data, next_cursor } = read.value;
      yield data
        .slice(0, left)
        .map((entry) => csvRow(columns.map(([, cell]) => cell(entry))))
        .join("");
      left -= data.length;
      if (left <= 0 || next_cursor === null) return;
      read = await page(next_cursor);
    }
  }
  return { ok: true, value: lines() };
}
