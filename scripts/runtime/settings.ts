import path from "node:path";

/** The repository's folder. */
export const root = path.join(import.meta.dirname, "../..");

/** What the commands read from the environment. The apps read their own variables by themselves. */
export interface Settings {
  /** TCP port of the web server, 1 to 65535. */
  port: number;
  /** Without a slash at its end. */
  publicUrl: string;
  /** Absolute. Secrets, the embedded database, logs. */
  dataFolder: string;
  /** Number of worker processes, 1 to 64. */
  workers: number;
  /** Of the web process's operator port, those of the workers follow; 0: any free ones, undefined: none. */
  opsPort: number | undefined;
  /** The operator's own PostgreSQL; absent: the embedded one. */
  databaseUrl?: string;
}

const MAX_WORKERS = 64;

export type SettingsResult = { ok: true; settings: Settings } | { ok: false; problems: string[] };

/** Reads and checks every variable before it answers, so that the operator sees all problems at once. */
export function readSettings(env: NodeJS.ProcessEnv): SettingsResult {
  const problems: string[] = [];
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const text = env[name];
    if (!text) return fallback;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    problems.push(`${name} must be a whole number from ${min} to ${max}, not "${text}"`);
    return fallback;
  };
  const url = (name: string, protocols: string[]): string | undefined => {
    const text = env[name];
    if (!text) return undefined;
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text.replace(/\/+$/, "");
    // The value may hold a password: it is not repeated.
    problems.push(`${name} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(" or ")}`);
    return undefined;
  };

  const port = integer("PORT", 3000, 1, 65_535);
  const workers = integer("HOOKLANE_WORKERS", 1, 1, MAX_WORKERS);
  const settings: Settings = {
    port,
    workers,
    opsPort: env.HOOKLANE_OPS_PORT === "off" ? undefined : integer("HOOKLANE_OPS_PORT", 0, 0, 65_535 - MAX_WORKERS),
    publicUrl: url("HOOKLANE_PUBLIC_URL", ["http:", "https:"]) ?? `http://127.0.0.1:${port}`,
    dataFolder: env.HOOKLANE_DATA_DIR ? path.resolve(env.HOOKLANE_DATA_DIR) : path.join(root, ".data"),
  };
  const databaseUrl = url("DATABASE_URL", ["postgres:", "postgresql:"]);
  if (databaseUrl) settings.databaseUrl = databaseUrl;
  return problems.length ? { ok: false, problems } : { ok: true, settings };
}
