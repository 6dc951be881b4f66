import type pg from "pg";

export interface EndpointRankQuery {
  tenantId: string;
  show?: "attention" | "active" | "paused" | "disabled";
  /** Part of a URL (without its query), a description, or an event type; any case. */
  search?: string;
  /** Continue after this one. */
  after?: { rank: number; id: string };
  /** What is looked at to rank them; `nothing`: newest first. */
  look: "rates" | "states" | "nothing";
  limit: number;
}

export interface EndpointRank {
  id: string;
  /** How urgently it wants a look; 0: not at all. */
  rank: number;
  /** How many of all want a look, before `show`; 0 where nothing is ranked. */
  attention: number;
}

/** The most urgent thing first, as people are told it. */
const rank = (hasRates: boolean): string => `CASE
    WHEN own.state = 'disabled' THEN 8
    WHEN jsonb_typeof(l.config_error -> 'episode' -> 'open') = 'object' THEN 7
    WHEN coalesce(l.live -> 'circuit' ->> 'state', l.state -> 'circuit' ->> 'phase', 'closed') <> 'closed' THEN 6
    WHEN w.is_shedding THEN 5
    ${hasRates ? "WHEN h.succeeded < 0.5 * (h.succeeded + h.failed) THEN 4" : ""}
    WHEN b.dead_count > 0 THEN 3
    ${hasRates ? "WHEN h.succeeded < 0.95 * (h.succeeded + h.failed) THEN 2" : ""}
    WHEN own.state = 'paused' THEN 1
    ELSE 0 END`;

const lastHour = `
  LEFT JOIN (
    SELECT m.subscription_id, sum(m.succeeded) AS succeeded, sum(m.failed) AS failed
    FROM own JOIN rollup_minutes m ON m.subscription_id = own.id AND m.bucket > now() - interval '1 hour' GROUP BY 1
  ) h ON h.subscription_id = own.id`;

/** Every subscription of the tenant with its rank, from its books, its stored state and, with rates, the last hour's roll-ups. */
const looked = (hasRates: boolean): string => `
  SELECT own.id, own.state, ${rank(hasRates)} AS rank
  FROM own
  LEFT JOIN lane_states l ON l.subscription_id = own.id
  LEFT JOIN lane_stats b ON b.subscription_id = own.id
  LEFT JOIN lane_sheds w ON w.subscription_id = own.id${hasRates ? lastHour : ""}`;

const ranked = ({ look, show }: EndpointRankQuery): string =>
  look === "nothing" && show !== "attention" ? "SELECT own.id, own.state, 0 AS rank FROM own" : looked(look === "rates");

/**
 * One page of a tenant's subscriptions, those first that want a look, then the newest. To find them every subscription of the tenant is looked at. Reads one more than the limit, by which the caller knows whether there is more.
 */
export async function rankEndpoints(pool: pg.Pool, query: EndpointRankQuery): Promise<EndpointRank[]> {
  const values: unknown[] = [query.tenantId];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const own = ["s.tenant_id = $1", "s.state <> 'deleted'"];
  if (query.search) {
    const sought = add(query.search.toLowerCase());
    own.push(
      `(strpos(lower(split_part(s.url, '?', 1)), ${sought}) > 0 OR strpos(lower(s.description), ${sought}) > 0 OR strpos(lower(array_to_string(s.event_types, ' ')), ${sought}) > 0)`,
    );
  }
  const where = ["true"];
  if (query.show === "attention") where.push("rank > 0");
  else if (query.show) where.push(`state = ${add(query.show)}`);
  if (query.after) where.push(`(rank, id) < (${add(query.after.rank)}, ${add(query.after.id)}::uuid)`);
  const { rows } = await pool.query<EndpointRank>(
    `WITH own AS MATERIALIZED (SELECT s.id, s.state FROM subscriptions s WHERE ${own.join(" AND ")}),
ranked AS MATERIALIZED (${ranked(query)})
SELECT id, rank, (SELECT count(*) FILTER (WHERE rank > 0) FROM ranked)::integer AS attention
FROM ranked WHERE ${where.join(" AND ")} ORDER BY rank DESC, id DESC LIMIT ${add(query.limit + 1)}`,
    values,
  );
  return rows;
}
