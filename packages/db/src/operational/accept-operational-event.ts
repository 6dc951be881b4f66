import { createHash } from "node:crypto";
import { type OperationalPayload, operationalEvents, publicId, type SubscriptionFactType, type TenantFactType } from "@hooklane/contracts";
import type pg from "pg";
import { buildBody } from "../events/build-body.ts";
import { uuidV7 } from "../ids/uuid-v7.ts";
import { addAccepted } from "../queries/add-accepted.ts";
import type { FanOutRules, FanOutSubscription } from "../queries/advance-fan-out.ts";
import { insertEvents } from "../queries/insert-events.ts";

/** What accepting an event needs to be told by a process: the time, and what core says of who it goes to. */
export interface AcceptRules extends FanOutRules {
  /** ms since 1970 by the database's clock. */
  nowMs: number;
}

/** A fact about a subscription that its tenant may want to hear of. */
export interface OperationalFact<T extends SubscriptionFactType> {
  type: T;
  /** UUID of the subscription it is about; the event is its tenant's. */
  subscriptionId: string;
  /** Tells this fact from others of its type and subscription, like the time at which it began: the same fact makes one event, however often it is told. */
  fact: string;
  /** The payload, but for what is said of the subscription. */
  data: Omit<OperationalPayload<T>, "subscription_id" | "url">;
}

/** A fact about a tenant, or about its endpoints on one host, that it may want to hear of. */
export interface TenantFact<T extends TenantFactType = TenantFactType> {
  type: T;
  /** UUID of the tenant. */
  tenantId: string;
  /** Undefined: it is about the tenant. */
  host: string | undefined;
  /** Tells this fact from others of its type about the same, as for facts about subscriptions. */
  fact: string;
  data: OperationalPayload<T>;
}

export interface AcceptedFact {
  /** UUID of the event. */
  eventId: string;
  /** Shards that got work: announce them after the commit. */
  shards: number[];
}

interface Subject {
  tenantId: string;
  url: string;
  /** It asks for nothing but operational events. */
  isListener: boolean;
}

/**
 * Accepts an operational event in the caller's transaction: the same rows as a producer's event, for the tenant's subscriptions that ask for its type.
 * Nothing is written when none does, when the same fact was told within two days, or when the subscription it is about asks for nothing but operational
 * events itself: its deliveries are those of operational events, and they make none. Call it last in the transaction: it takes rows of `lane_stats`, in key order.
 * @param client the session whose transaction it is part of
 * @returns undefined when nothing was written
 * @throws when the data is not what the type's schema says
 */
export async function acceptOperationalEvent<T extends SubscriptionFactType>(
  client: pg.ClientBase,
  rules: AcceptRules,
  { type, subscriptionId, fact, data }: OperationalFact<T>,
): Promise<AcceptedFact | undefined> {
  const subject = await readSubject(client, subscriptionId);
  if (!subject || subject.isListener) return undefined;
  const about = publicId("subscription", subscriptionId);
  return accept(client, rules, {
    type,
    tenantId: subject.tenantId,
    about,
    fact,
    payload: { subscription_id: about, url: subject.url, ...data },
  });
}

/**
 * The same for a fact about a tenant. One about a host is not told when all that the tenant has there asks for nothing but operational events.
 * @throws when the data is not what the type's schema says
 */
export async function acceptTenantEvent(
  client: pg.ClientBase,
  rules: AcceptRules,
  { type, tenantId, host, fact, data }: TenantFact,
): Promise<AcceptedFact | undefined> {
  if (host !== undefined && !(await hasProducersEvents(client, tenantId, host))) return undefined;
  return accept(client, rules, { type, tenantId, about: host ?? "workspace", fact, payload: data });
}

interface Told {
  type: SubscriptionFactType | TenantFactType;
  tenantId: string;
  /** Of its key. */
  about: string;
  fact: string;
  /** Unchecked. */
  payload: object;
}

async function accept(
  client: pg.ClientBase,
  { nowMs, patterns, passes, owed }: AcceptRules,
  { type, tenantId, about, fact, payload: unchecked }: Told,
): Promise<AcceptedFact | undefined> {
  const candidates = await readListeners(client, tenantId, patterns(type));
  if (candidates.length === 0) return undefined;
  const payload = operationalEvents[type].schema.parse(unchecked);
  const listeners = candidates.filter(({ filter }) => filter === null || passes(filter, payload));
  if (listeners.length === 0) return undefined;
  const bytes = Buffer.from(JSON.stringify(payload));
  const id = uuidV7(nowMs);
  const key = `${type} ${about} ${fact}`; // spaces: no producer's key has any, so none can take it
  const event = {
    id,
    tenantId,
    type,
    ...buildBody(publicId("event", id), type, nowMs, bytes, { start: 0, end: bytes.length }),
    acceptedMs: nowMs,
    idempotency: { key, fingerprint: createHash("sha256").update(key).digest() },
    fanOut: "done" as const,
    deliveries: listeners.map((listener) => ({ ...owed(listener, nowMs), subscriptionId: listener.id, shard: listener.shard })),
  };
  const won = await insertEvents(client, [event]);
  if (won.size === 0) return undefined;
  await addAccepted(
    client,
    new Map(
      event.deliveries.map(({ subscriptionId: lane, state, reason }) => {
        const isPending = state === "pending";
        const isShed = reason === "backlog_shed";
        return [
          lane,
          {
            pending: Number(isPending),
            pendingBytes: isPending ? event.body.length : 0,
            dead: Number(!isPending),
            shed: Number(isShed),
            shedBytes: isShed ? event.body.length : 0,
          },
        ];
      }),
    ),
  );
  return { eventId: id, shards: [...new Set(listeners.map(({ shard }) => shard))] };
}

const isListener = "NOT EXISTS (SELECT FROM unnest(event_types) AS p(pattern) WHERE pattern NOT LIKE 'hooklane.%')";

async function hasProducersEvents(client: pg.ClientBase, tenantId: string, host: string): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM subscriptions WHERE tenant_id = $1 AND host = $2 AND state <> 'deleted' AND NOT (${isListener}) LIMIT 1`,
    [tenantId, host],
  );
  return rows.length > 0;
}

async function readSubject(client: pg.ClientBase, subscriptionId: string): Promise<Subject | undefined> {
  const { rows } = await client.query<Subject>(
    `SELECT tenant_id AS "tenantId", split_part(url, '?', 1) AS url, ${isListener} AS "isListener" FROM subscriptions WHERE id = $1`,
    [subscriptionId],
  );
  return rows[0];
}

type Listener = FanOutSubscription & { filter: Record<string, unknown> | null };

/** `*` is no pattern of an operational event. */
async function readListeners(client: pg.ClientBase, tenantId: string, patterns: string[]): Promise<Listener[]> {
  const { rows } = await client.query<Listener>(
    `SELECT s.id, s.shard, s.state, s.ordered, s.mode, s.retry_policy AS "retryPolicy", s.filter, w.subscription_id IS NOT NULL AS "isShedding"
     FROM subscriptions s LEFT JOIN lane_sheds w ON w.subscription_id = s.id AND w.is_shedding
     WHERE s.tenant_id = $1 AND takes_operational(s.event_types) AND s.state <> 'deleted' AND s.event_types && $2::text[] ORDER BY s.id`,
    [tenantId, patterns],
  );
  return rows;
}
