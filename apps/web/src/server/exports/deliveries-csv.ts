import { publicId } from "@hooklane/contracts";
import type { TenantDeliveryRecord } from "@hooklane/db";
import { encodeCursor } from "../cursor.ts";
import type { Result } from "../result.ts";
import type { Services } from "../services.ts";
import { type DeliveriesOf, type DeliveryListFilter, readDeliveries } from "../use-cases/deliveries/list-tenant-deliveries.ts";
import { shownUrl } from "../use-cases/subscriptions/subscription-view.ts";
import { type Cell, csvRow } from "./csv-row.ts";

/** Rows of one file at most: what is beyond is asked for with narrower filters. */
export const MAX_EXPORTED_ROWS = 50_000;
const PAGE_ROWS = 250;

const columns: readonly (readonly [name: string, cell: (row: TenantDeliveryRecord) => Cell])[] = [
  ["delivery_id", (row) => publicId("delivery", row.id)],
  ["event_id", (row) => publicId("event", row.eventId)],
  ["event_type", (row) => row.eventType],
  ["endpoint_id", (row) => publicId("subscription", row.subscriptionId)],
  ["endpoint_url", (row) => shownUrl(row.url)],
  ["state", (row) => row.state],
  ["reason", (row) => row.reason],
  ["generation", (row) => row.generation + 1],
  ["test", (row) => (row.test ? "yes" : "no")],
  ["attempts", (row) => row.attempt],
  ["last_status", (row) => row.lastStatus],
  ["last_error", (row) => row.lastError],
  ["accepted_at", (row) => row.acceptedAt?.toISOString() ?? null],
  ["next_attempt_at", (row) => (row.state === "pending" ? row.nextAttemptAt.toISOString() : null)],
  ["finished_at", (row) => row.finishedAt?.toISOString() ?? null],
];

/**
 * The deliveries that a filter matches as lines of a CSV file, newest first, a page at a time as they are asked for.
 * @returns the lines, or why there are none
 */
export async function deliveriesCsv(
  services: Services,
  tenantId: string,
  of: DeliveriesOf,
  filter: Omit<DeliveryListFilter, "limit" | "cursor">,
): Promise<Result<AsyncGenerator<string>>> {
  const page = (cursor?: string) => readDeliveries(services, tenantId, of, { ...filter, limit: PAGE_ROWS, ...(cursor && { cursor }) });
  const first = await page();
  if (!first.ok) return first;
  async function* lines(): AsyncGenerator<string> {
    yield csvRow(columns.map(([name]) => name));
    let read = first;
    for (let left = MAX_EXPORTED_ROWS; read.ok; ) {
      const rows = read.value.rows.slice(0, left);
      left -= rows.length;
      if (rows.length > 0) yield rows.map((row) => csvRow(columns.map(([, cell]) => cell(row)))).join("");
      const { nextBeforeId } = read.value;
      if (left === 0 || nextBeforeId === undefined) return;
      read = await page(encodeCursor(nextBeforeId));
    }
  }
  return { ok: true, value: lines() };
}
