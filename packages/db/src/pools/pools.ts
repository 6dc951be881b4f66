import pg from "pg";
import { retireSilent } from "./retire-silent.ts";

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text));

/**
 * For every session of ours: a peer that is gone is noticed by the kernel's probes while an answer is awaited (10 s, then 10 probes a second
 * apart), a server that cannot be reached within 5 s. Neither sees a connection whose other end is alive and silent, such as a proxy that lost
 * its server: that takes a limit on the answer itself.
 */
export const noticesSilence = { connectionTimeoutMillis: 5_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/**
 * No answer within this: the connection is given up, and with it a half-open one is noticed within a minute. Longer than any statement may
 * take, so that it is the server that ends a slow one.
 */
export const QUERY_TIMEOUT_MS = 45_000;

/** Waiting for a session that others use is not being without a server: calls that come together on a busy machine may take their turns for this long. */
const SESSION_WAIT_MS = 15_000;

/** The pool's one limit counts for both, waiting for a session and connecting; so sessions bring their own for connecting. */
class Session extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super({ ...config, connectionTimeoutMillis: noticesSilence.connectionTimeoutMillis });
  }
}

export interface PoolOptions {
  url: string;
  /** Shown by pg_stat_activity. */
  applicationName: string;
  max: number;
  onError: (error: Error) => void;
}

function open({ url, applicationName, max, onError }: PoolOptions, settings: Record<string, string>, config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...withSettings(url, settings),
    application_name: applicationName,
    max,
    ...noticesSilence,
    ...config,
    Client: Session,
    connectionTimeoutMillis: SESSION_WAIT_MS,
  });
  pool.on("error", onError); // an idle session that the server ended: the pool replaces it
  return retireSilent(pool);
}

/**
 * Sessions for the ledger's hot statements: plans are made once per session and statement (the statements carry their partition bounds
 * as literals, so a plan never depends on a parameter), and sessions are recycled hourly so that old days' statements go.
 * The query timeout is also what notices a half-open connection that keep-alive has not.
 */
export const openHotPool = (options: PoolOptions): pg.Pool =>
  open(
    options,
    { plan_cache_mode: "force_generic_plan", jit: "off", statement_timeout: "30s" },
    { maxLifetimeSeconds: 3_600, query_timeout: QUERY_TIMEOUT_MS },
  );

/** Sessions for everything that is not hot. Here, too, a half-open connection is noticed within a minute. */
export const openPool = (options: PoolOptions): pg.Pool => open(options, { statement_timeout: "40s" }, { query_timeout: QUERY_TIMEOUT_MS });

/**
 * A session's settings, after those that the connection string already asks for (the application role among them). node-postgres would
 * let the string's own `options` replace them, so both are put together here.
 */
export function withSettings(url: string, settings: Record<string, string>): { connectionString: string; options?: string } {
  const parsed = new URL(url);
  const own = parsed.searchParams.get("options");
  parsed.searchParams.delete("options");
  const options = [own, ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)].filter(Boolean).join(" ");
  return { connectionString: parsed.href, ...(options && { options }) };
}
