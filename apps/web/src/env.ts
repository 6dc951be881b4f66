import { type AllowList, type OwnInbox, ownInbox, parseAllowList } from "@hooklane/contracts/egress";
import { KeyRing } from "@hooklane/db";
import { type OpsAddress, readOpsEnv } from "@hooklane/ops";
import { z } from "zod";
import { parseTrustedProxies, type TrustedProxies } from "./server/auth/client-address.ts";
import { readSignInServices, type SignInService } from "./server/auth/sign-in-services.ts";
import { type PolicyConfig, parsePolicyConfig } from "./server/core.ts";

export interface WebEnv {
  /** TCP port, 1 to 65535. */
  port: number;
  /** Address to listen on. The loopback one unless the operator opens it: a proxy with TLS usually stands before this process. */
  host: string;
  /** The application role's URL. */
  databaseUrl: string;
  /** For sessions. */
  authSecret: string;
  secretKeys: KeyRing;
  /** Other services through which people sign in; those whose id and secret are set. */
  signInServices: readonly SignInService[];
  /** Whether the installation has a mail server; workers use it. */
  sendsMail: boolean;
  policy: PolicyConfig;
  allow: AllowList;
  allowHttp: boolean;
  /** The built-in receiver; undefined: the operator wants none. */
  inbox: OwnInbox | undefined;
  /** Whose X-Forwarded-For is believed. */
  trustedProxies: TrustedProxies;
  /** Without a slash at its end. */
  publicUrl: string;
  /** Worker processes of this installation; 0: readiness does not wait for one. */
  workers: number;
  /** The operator's port; undefined: none. */
  ops: OpsAddress | undefined;
  logLevel: string;
}

/** The process's environment, or a test's. */
export type EnvSource = Readonly<Record<string, string | undefined>>;

export type EnvResult = { ok: true; env: WebEnv } | { ok: false; problems: string[] };

const MIN_AUTH_SECRET_CHARACTERS = 32;

const whole = (fallback: number, min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `expected a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .default(fallback);

const schema = z.object({
  PORT: whole(3_000, 1, 65_535),
  HOOKLANE_HOST: z.string().default("127.0.0.1"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "expected a postgresql:// URL" }),
  AUTH_SECRET: z.string("is not set").min(MIN_AUTH_SECRET_CHARACTERS, `expected at least ${MIN_AUTH_SECRET_CHARACTERS} characters`),
  HOOKLANE_SECRET_KEYS: z.string("is not set: <number>:<base64 of 32 bytes>[,…]"),
  HOOKLANE_ALLOW_HTTP: z.enum(["0", "1"], "expected 0 or 1").default("0"),
  HOOKLANE_PUBLIC_URL: z.url({ protocol: /^https?$/, error: "expected an http:// or https:// URL" }).optional(),
  HOOKLANE_INBOX: z.enum(["0", "1"], "expected 0 or 1").default("1"),
  HOOKLANE_WORKERS: whole(1, 0, 64),
  HOOKLANE_LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal"]).default("info"),
});

/** Reads the environment; an empty variable counts as absent. @returns every problem at once, each beginning with its variable's name, none with a value */
export function readEnv(source: EnvSource): EnvResult {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(set);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  const policy = parsePolicyConfig(set.HOOKLANE_POLICY);
  if (!policy.ok) problems.push(...policy.problems.map((problem) => `HOOKLANE_POLICY: ${problem}`));
  const allow = parseAllowList(set.HOOKLANE_EGRESS_ALLOW ?? "");
  if (!allow.ok) problems.push(...allow.problems.map((problem) => `HOOKLANE_EGRESS_ALLOW: ${problem}`));
  const proxies = parseTrustedProxies(set.HOOKLANE_TRUSTED_PROXIES ?? "");
  if (!proxies.ok) problems.push(...proxies.problems.map((problem) => `HOOKLANE_TRUSTED_PROXIES: ${problem}`));
  const keys = KeyRing.parse(set.HOOKLANE_SECRET_KEYS ?? "");
  if (!keys.ok && set.HOOKLANE_SECRET_KEYS !== undefined) problems.push(`HOOKLANE_SECRET_KEYS: ${keys.problem}`);
  const services = readSignInServices(set);
  if (!services.ok) problems.push(...services.problems);
  const ops = readOpsEnv(set);
  if (!ops.ok) problems.push(...ops.problems);
  if (!ops.ok || !services.ok || !parsed.success || !policy.ok || !allow.ok || !proxies.ok || !keys.ok) return { ok: false, problems };
  const { data } = parsed;
  const publicUrl = (data.HOOKLANE_PUBLIC_URL ?? `http://127.0.0.1:${data.PORT}`).replace(/\/+$/, "");
  return {
    ok: true,
    env: {
      port: data.PORT,
      host: data.HOOKLANE_HOST,
      databaseUrl: data.DATABASE_URL,
      authSecret: data.AUTH_SECRET,
      secretKeys: keys.ring,
      signInServices: services.services,
      sendsMail: set.SMTP_URL !== undefined,
      policy: policy.config,
      allow: allow.rules,
      trustedProxies: proxies.proxies,
      allowHttp: data.HOOKLANE_ALLOW_HTTP === "1",
      inbox: data.HOOKLANE_INBOX === "1" ? ownInbox(publicUrl) : undefined,
      publicUrl,
      workers: data.HOOKLANE_WORKERS,
      ops: ops.ops,
      logLevel: data.HOOKLANE_LOG_LEVEL,
    },
  };
}
