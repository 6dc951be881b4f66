import { randomUUID } from "node:crypto";
import { type AllowList, parseAllowList } from "@hooklane/contracts/egress";
import { type PolicyConfig, parsePolicyConfig } from "@hooklane/core";
import { KeyRing } from "@hooklane/db";
import { type OpsAddress, readOpsEnv } from "@hooklane/ops";
import { z } from "zod";

export interface WorkerEnv {
  databaseUrl: string;
  /** The owner role's URL, for partitions and statistics; where there is no second role it is the same. */
  ownerDatabaseUrl: string;
  keys: KeyRing;
  policy: PolicyConfig;
  allow: AllowList;
  allowHttp: boolean;
  /** Where people reach the dashboard: what mails link to. Without a slash at its end. */
  publicUrl: string;
  /** The operator's mail server; undefined: mail stays in the outbox. */
  smtpUrl: string | undefined;
  /** The From header of every mail. */
  mailFrom: string;
  /** Stable for a place in the installation: a restarted process takes its predecessor's shards at once. */
  workerId: string;
  /** The operator's port; undefined: none. */
  ops: OpsAddress | undefined;
  /** ms; beyond it the worker counts as dead. At least 10 s: less is over before a restart mends anything. */
  livenessLagMs: number;
  /** Lanes with series of their own on /metrics, 1 to 1,000. */
  metricsLanes: number;
  logLevel: string;
}

const whole = (fallback: number, min: number, max: number) => {
  const expected = `expected a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, expected)
    .transform(Number)
    .pipe(z.int().min(min, expected).max(max, expected))
    .default(fallback);
};

const schema = z.object({
  DATABASE_URL: z.url("expected a PostgreSQL URL"),
  HOOKLANE_OWNER_DATABASE_URL: z.url("expected a PostgreSQL URL").optional(),
  HOOKLANE_SECRET_KEYS: z.string("is not set: <number>:<base64 of 32 bytes>[,…]"),
  HOOKLANE_POLICY: z.string().optional(),
  HOOKLANE_EGRESS_ALLOW: z.string().default(""),
  HOOKLANE_ALLOW_HTTP: z.enum(["0", "1"], "expected 0 or 1").default("0"),
  PORT: whole(3_000, 1, 65_535),
  HOOKLANE_PUBLIC_URL: z.url({ protocol: /^https?$/, error: "expected an http:// or https:// URL" }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "expected an smtp:// or smtps:// URL" }).optional(),
  HOOKLANE_MAIL_FROM: z
    .string()
    .max(320, "expected at most 320 characters")
    .regex(/^[^\p{C}]+$/u, "expected an address, like Hooklane <hooks@example.com>")
    .optional(),
  HOOKLANE_WORKER_ID: z.guid("expected a UUID").optional(),
  HOOKLANE_LIVENESS_LAG_MS: whole(60_000, 10_000, 86_400_000),
  HOOKLANE_METRICS_LANES: whole(50, 1, 1_000),
  HOOKLANE_LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal"]).default("info"),
});

/** Reads the environment; an empty variable counts as absent. @returns every problem at once, each beginning with the variable's name */
export function readEnv(source: NodeJS.ProcessEnv): { ok: true; env: WorkerEnv } | { ok: false; problems: string[] } {
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(source).filter(([, value]) => value !== "")));
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  const policy = parsePolicyConfig(source.HOOKLANE_POLICY);
  if (!policy.ok) problems.push(...policy.problems.map((problem) => `HOOKLANE_POLICY: ${problem}`));
  const allow = parseAllowList(source.HOOKLANE_EGRESS_ALLOW ?? "");
  if (!allow.ok) problems.push(...allow.problems.map((problem) => `HOOKLANE_EGRESS_ALLOW: ${problem}`));
  const keys = KeyRing.parse(source.HOOKLANE_SECRET_KEYS ?? "");
  if (!keys.ok && source.HOOKLANE_SECRET_KEYS !== undefined) problems.push(`HOOKLANE_SECRET_KEYS: ${keys.problem}`);
  const ops = readOpsEnv(source);
  if (!ops.ok) problems.push(...ops.problems);
  if (!ops.ok || !parsed.success || !policy.ok || !allow.ok || !keys.ok) return { ok: false, problems };
  const { data } = parsed;
  const publicUrl = (data.HOOKLANE_PUBLIC_URL ?? `http://127.0.0.1:${data.PORT}`).replace(/\/+$/, "");
  return {
    ok: true,
    env: {
      databaseUrl: data.DATABASE_URL,
      ownerDatabaseUrl: data.HOOKLANE_OWNER_DATABASE_URL ?? data.DATABASE_URL,
      keys: keys.ring,
      policy: policy.config,
      allow: allow.rules,
      allowHttp: data.HOOKLANE_ALLOW_HTTP === "1",
      publicUrl,
      smtpUrl: data.SMTP_URL,
      mailFrom: data.HOOKLANE_MAIL_FROM ?? `Hooklane <no-reply@${new URL(publicUrl).hostname}>`,
      workerId: data.HOOKLANE_WORKER_ID ?? randomUUID(),
      ops: ops.ops,
      livenessLagMs: data.HOOKLANE_LIVENESS_LAG_MS,
      metricsLanes: data.HOOKLANE_METRICS_LANES,
      logLevel: data.HOOKLANE_LOG_LEVEL,
    },
  };
}
