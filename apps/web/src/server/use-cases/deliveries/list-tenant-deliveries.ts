import { type DeliveryListItem, type DeliveryListPage, type ListTenantDeliveries, publicId, publicIdRange } from "@hooklane/contracts";
import {
  type AttemptRecord,
  listAttempts,
  readLaneStates,
  listTenantDeliveries as readPage,
  type TenantDeliveryFilter,
  type TenantDeliveryPage,
  type TenantDeliveryRecord,
  TenantSubscriptions,
  uuidFloor,
  uuidTime,
} from "@hooklane/db";
import { encodeCursor } from "../../cursor.ts";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { shownUrl } from "../subscriptions/subscription-view.ts";
import { deliveryViews } from "./delivery-view.ts";
import { idBounds, LISTED_BODY_BYTES } from "./list-deliveries.ts";

/** What a list is narrowed to, by database ids. */
export interface DeliveriesOf {
  subscriptionId?: string;
  eventId?: string;
  jobId?: string;
}

export type DeliveryListFilter = Omit<ListTenantDeliveries, "eventId" | "jobId">;

/**
 * One page of the deliveries of a tenant, newest first: of all its subscriptions or of one, of all events or of one. The log of deleted ones stays readable.
 * A page by a filter that matches little may be short and yet have more behind it.
 */
export async function listTenantDeliveries(
  services: Services,
  tenantId: string,
  of: DeliveriesOf,
  filter: DeliveryListFilter,
): Promise<Result<DeliveryListPage>> {
  const read = await readDeliveries(services, tenantId, of, filter);
  if (!read.ok) return read;
  const { rows, nextBeforeId, searchedToMs } = read.value;
  const attempts = await listAttempts(
    services.pool,
    rows.map(({ id }) => id),
  );
  return done({
    data: await deliveryItems(services, rows, attempts),
    next_cursor: nextBeforeId === undefined ? null : encodeCursor(nextBeforeId),
    has_more: nextBeforeId !== undefined,
    searched_to: searchedToMs === undefined ? null : new Date(searchedToMs).toISOString(),
  });
}

/** The same page as rows. */
export async function readDeliveries(
  services: Services,
  tenantId: string,
  of: DeliveriesOf,
  { state, type, limit, status, cause, id, replay, ...window }: DeliveryListFilter,
): Promise<Result<TenantDeliveryPage>> {
  const bounds = idBounds(window);
  if (!bounds.ok) return bounds;
  if (of.subscriptionId !== undefined && !(await new TenantSubscriptions(services.db, tenantId).has(of.subscriptionId))) return notFound;
  const sought = id === undefined ? {} : soughtIds(id, bounds.value);
  if (sought === undefined) return done({ rows: [], nextBeforeId: undefined, searchedToMs: undefined });
  return done(
    await readPage(services.pool, {
      tenantId,
      limit,
      ...bounds.value,
      ...sought,
      ...of,
      ...(state && { states: state }),
      ...(type !== undefined && { eventType: type }),
      ...(status !== undefined && { statuses: statusRange(status) }),
      ...(cause !== undefined && { cause }),
      ...(replay !== undefined && { replays: replay === "only" }),
    }),
  );
}

/** Deliveries as lists over endpoints show them. */
export async function deliveryItems(
  services: Services,
  rows: readonly TenantDeliveryRecord[],
  attempts: readonly AttemptRecord[],
): Promise<DeliveryListItem[]> {
  const waiting = new Set(rows.filter((row) => row.state === "pending").map(({ subscriptionId }) => subscriptionId));
  const states = await readLaneStates(services.pool, [...waiting]);
  const liveOf = new Map(states.map(({ subscriptionId, live }) => [subscriptionId, live]));
  return rows.flatMap((row) => {
    const context = {
      nowMs: services.now(),
      subscriptionState: row.subscriptionState,
      live: liveOf.get(row.subscriptionId),
      maxBodyBytes: LISTED_BODY_BYTES,
    };
    const own = attempts.filter(({ deliveryId }) => deliveryId === row.id);
    const endpoint = { id: publicId("subscription", row.subscriptionId), url: shownUrl(row.url) };
    return deliveryViews([row], own, context).map((view) => ({ ...view, endpoint }));
  });
}

/** `4xx` is 400 to 499, `404` itself. */
function statusRange(status: string): [number, number] {
  const first = Number(status.replace("xx", "00"));
  return [first, status.endsWith("xx") ? first + 99 : first];
}

type Bounds = Pick<TenantDeliveryFilter, "fromId" | "toId" | "eventIds">;

/** What the beginning of an id says of the ids in a list; undefined when no id begins so. A delivery is never older than its event. */
function soughtIds(begun: string, { fromId, toId }: Bounds): Bounds | undefined {
  const events = publicIdRange("event", begun);
  if (events) return { ...later(fromId, uuidFloor(uuidTime(events[0]))), eventIds: events };
  const range = publicIdRange("delivery", begun);
  if (!range) return undefined;
  const above = uuidAbove(range[1]);
  return {
    ...later(fromId, range[0]),
    ...(above !== undefined && { toId: toId !== undefined && toId < above ? toId : above }),
  };
}

const later = (a: string | undefined, b: string): Bounds => ({ fromId: a !== undefined && a > b ? a : b });

/** The next id; undefined after the last. */
function uuidAbove(uuid: string): string | undefined {
  const next = BigInt(`0x${uuid.replaceAll("-", "")}`) + 1n;
  const hex = next.toString(16).padStart(32, "0");
  return hex.length > 32 ? undefined : [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
