import type { EndpointHealth, EndpointListItem, EndpointPage, ListEndpoints } from "@hooklane/contracts";
import {
  type LaneStateRow,
  type PendingClassHead,
  rankEndpoints,
  readDayResults,
  readLaneBooks,
  readLaneStates,
  readPendingHeads,
  TenantSubscriptions,
} from "@hooklane/db";
import { decodeCursor, encodeCursor } from "../../cursor.ts";
import { done, type Result, refuse } from "../../result.ts";
import type { Services } from "../../services.ts";
import { configErrorView, healthSummary } from "./health-view.ts";
import { lagOf } from "./lane-insight.ts";
import { subscriptionView } from "./subscription-view.ts";

/** With more subscriptions than this the last hour's rates are not asked of each one for a page. */
const RATES_AT_MOST = 2_000;
/** With more than this not every one is looked at: the newest come first. */
const RANKED_AT_MOST = 20_000;

/** One page of a tenant's subscriptions, those first that want a look, with what is known of each one's health. */
export async function listEndpoints(services: Services, tenantId: string, filter: ListEndpoints): Promise<Result<EndpointPage>> {
  const { cursor, limit, show, search } = filter;
  const after = cursor === undefined ? undefined : readCursor(cursor);
  if (cursor !== undefined && !after) return refuse("invalid_parameter", "This cursor is not from this list.", "cursor");
  const count = services.index.count(tenantId);
  const look = count <= RATES_AT_MOST ? "rates" : count <= RANKED_AT_MOST ? "states" : "nothing";
  const found = await rankEndpoints(services.pool, {
    tenantId,
    limit,
    look,
    ...(show && { show }),
    ...(search && { search }),
    ...(after && { after }),
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const hasMore = found.length > limit;
  return done({
    data: await endpointItems(
      services,
      tenantId,
      page.map(({ id }) => id),
    ),
    next_cursor: hasMore && last ? `${last.rank}.${encodeCursor(last.id)}` : null,
    has_more: hasMore,
    attention: look === "nothing" ? null : (found[0]?.attention ?? null),
  });
}

/** Subscriptions of a tenant as its lists show them, in the order of the ids. */
async function endpointItems({ db, pool, now }: Services, tenantId: string, ids: readonly string[]): Promise<EndpointListItem[]> {
  const [rows, books, states, days, heads] = await Promise.all([
    new TenantSubscriptions(db, tenantId).findAll(ids),
    readLaneBooks(pool, ids),
    readLaneStates(pool, ids),
    readDayResults(pool, ids),
    readPendingHeads(pool, now(), ids),
  ]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const bookOf = new Map(books.map((book) => [book.subscriptionId, book]));
  const stateOf = new Map(states.map((state) => [state.subscriptionId, state]));
  const dayOf = new Map(days.map((day) => [day.subscriptionId, day]));
  const headsOf = Map.groupBy(heads, ({ subscriptionId }) => subscriptionId);
  return ids.flatMap((id) => {
    const row = rowOf.get(id);
    const book = bookOf.get(id);
    if (!row || !book) return [];
    const stored = stateOf.get(id);
    const { succeeded = 0, failed = 0 } = dayOf.get(id) ?? {};
    const health: EndpointHealth = {
      ...healthSummary(book, circuitOf(stored)),
      success_rate_day: succeeded + failed === 0 ? null : succeeded / (succeeded + failed),
      lag_seconds: row.state === "active" ? Math.round(lagOf(stored?.live, headsOf.get(id) ?? noHeads, now())) : 0,
      shedding: book.isShedding,
      likely_configuration_error: configErrorView(stored),
    };
    return { ...subscriptionView(row), health };
  });
}

const noHeads: readonly PendingClassHead[] = [];
const circuitOf = (stored: LaneStateRow | undefined) => stored?.live?.circuit.state ?? stored?.state.circuit.phase ?? "closed";

/** `<rank>.<id>` of a page's last row. */
function readCursor(text: string): { rank: number; id: string } | undefined {
  const [rank = "", place = ""] = text.split(".");
  const id = decodeCursor(place);
  return id === undefined || !/^\d$/.test(rank) ? undefined : { rank: Number(rank), id };
}
