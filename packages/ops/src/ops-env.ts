/** Where a process's operator port is. */
export interface OpsAddress {
  /** 0: any free one. */
  port: number;
  host: string;
}

export type OpsEnvResult = { ok: true; ops: OpsAddress | undefined } | { ok: false; problems: string[] };

/**
 * Reads `HOOKLANE_OPS_PORT` (0 to 65535, or `off`; absent: off) and `HOOKLANE_OPS_HOST` (127.0.0.1).
 * @returns `ops` undefined when there is to be no such port
 */
export function readOpsEnv(source: Readonly<Record<string, string | undefined>>): OpsEnvResult {
  const text = source.HOOKLANE_OPS_PORT || "off";
  if (text === "off") return { ok: true, ops: undefined };
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return { ok: true, ops: { port, host: source.HOOKLANE_OPS_HOST || "127.0.0.1" } };
  return { ok: false, problems: ["HOOKLANE_OPS_PORT: expected a port, 0 for any free one, or off"] };
}
