import { attemptId, parsePublicId, publicId, publicIdRange, type SearchHit } from "@hooklane/contracts";
import { listAttempts, listEvents, listTenantDeliveries, uuidAbove } from "@hooklane/db";
import type { Services } from "../../services.ts";
import { shownUrl } from "../subscriptions/subscription-view.ts";

/** Of each kind. */
const MAX_HITS = 6;

/** What of a tenant a text names: the beginning of any id, or of an event type's name, or a part of an endpoint's URL or description. Newest first. */
export async function findInTenant(services: Services, tenantId: string, text: string): Promise<SearchHit[]> {
  const sought = text.toLowerCase();
  const kind = finders.find(({ prefix }) => sought.startsWith(prefix));
  return kind ? kind.find(services, tenantId, sought) : findByName(services, tenantId, text);
}

type Find = (services: Services, tenantId: string, text: string) => Promise<SearchHit[]>;

const findEvents: Find = async ({ pool }, tenantId, text) => {
  const range = publicIdRange("event", text);
  if (!range) return [];
  const { events } = await listEvents(pool, { tenantId, limit: MAX_HITS, ...bounds(range) });
  return events.map(({ id, type, acceptedAt }) => ({
    kind: "event",
    id: publicId("event", id),
    title: type,
    hint: `event, ${acceptedAt.toISOString()}`,
  }));
};

const findDeliveries: Find = async ({ pool }, tenantId, text) => {
  const range = publicIdRange("delivery", text);
  if (!range) return [];
  const { rows } = await listTenantDeliveries(pool, { tenantId, limit: MAX_HITS, ...bounds(range) });
  return rows.map(({ id, eventType, state, url }) => ({
    kind: "delivery",
    id: publicId("delivery", id),
    title: eventType ?? "an event that is no longer kept",
    hint: `delivery, ${state}, to ${shownUrl(url)}`,
  }));
};

/** An attempt's id is its delivery's and a number. */
const findAttempts: Find = async (services, tenantId, text) => {
  const [, begun = "", number] = text.split("_");
  const [delivery, ...others] = await findDeliveries(services, tenantId, `dlv_${begun}`);
  if (!delivery || others.length > 0) return [];
  const id = parsePublicId("delivery", delivery.id) as string;
  const attempts = await listAttempts(services.pool, [id]);
  return attempts
    .filter((attempt) => !number || String(attempt.number).startsWith(number))
    .slice(0, MAX_HITS)
    .map((attempt) => ({
      kind: "attempt",
      id: attemptId(id, attempt.number),
      delivery_id: delivery.id,
      title: `Attempt ${attempt.number}: ${attempt.status ?? attempt.cause}`,
      hint: delivery.hint,
    }));
};

const findEndpoints: Find = async ({ db }, tenantId, text) => {
  const range = publicIdRange("subscription", text);
  if (!range) return [];
  const rows = await db.subscription.findMany({
    where: { tenantId, state: { not: "deleted" }, id: { gte: range[0], lte: range[1] } },
    orderBy: { id: "desc" },
    take: MAX_HITS,
  });
  return rows.map(endpointHit);
};

const findJobs: Find = async ({ db }, tenantId, text) => {
  const range = publicIdRange("job", text);
  if (!range) return [];
  const rows = await db.replayJob.findMany({
    where: { tenantId, id: { gte: range[0], lte: range[1] } },
    orderBy: { id: "desc" },
    take: MAX_HITS,
    select: { id: true, state: true, createdAt: true },
  });
  return rows.map(({ id, state, createdAt }) => ({
    kind: "job",
    id: publicId("job", id),
    title: "Bulk replay",
    hint: `${state}, ${createdAt.toISOString()}`,
  }));
};

const findKeys: Find = async ({ db }, tenantId, text) => {
  const range = publicIdRange("key", text);
  if (!range) return [];
  const rows = await db.apiKey.findMany({
    where: { tenantId, id: { gte: range[0], lte: range[1] } },
    orderBy: { id: "desc" },
    take: MAX_HITS,
    select: { id: true, name: true, prefix: true },
  });
  return rows.map(({ id, name, prefix }) => ({ kind: "key", id: publicId("key", id), title: name, hint: `API key ${prefix}…` }));
};

const findByName: Find = async ({ db }, tenantId, text) => {
  const contains = { contains: text, mode: "insensitive" } as const;
  const [endpoints, types] = await Promise.all([
    db.subscription.findMany({
      where: { tenantId, state: { not: "deleted" }, OR: [{ url: contains }, { description: contains }] },
      orderBy: { id: "desc" },
      take: MAX_HITS,
    }),
    db.eventType.findMany({ where: { tenantId, name: { startsWith: text } }, orderBy: { name: "asc" }, take: MAX_HITS }),
  ]);
  return [
    ...endpoints.map(endpointHit),
    ...types.map(({ name, description }): SearchHit => ({ kind: "event_type", id: name, title: name, hint: description || "event type" })),
  ];
};

const finders: readonly { prefix: string; find: Find }[] = [
  { prefix: "evt_", find: findEvents },
  { prefix: "dlv_", find: findDeliveries },
  { prefix: "att_", find: findAttempts },
  { prefix: "sub_", find: findEndpoints },
  { prefix: "job_", find: findJobs },
  { prefix: "key_", find: findKeys },
];

const endpointHit = ({ id, url, description }: { id: string; url: string; description: string }): SearchHit => ({
  kind: "endpoint",
  id: publicId("subscription", id),
  title: shownUrl(url),
  hint: description || "endpoint",
});

/** Both ends included, as the lists' bounds have it. */
function bounds([first, last]: readonly [string, string]): { fromId: string; toId?: string } {
  const above = uuidAbove(last);
  return { fromId: first, ...(above !== undefined && { toId: above }) };
}
