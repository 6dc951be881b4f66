/** One command of `npm run admin`. */
export interface AdminCommand {
  /** Of the command, after its name: `--name N --email E`. */
  usage: string;
  does: string;
  /** Names of its options, all of them required and with a value. */
  options: readonly string[];
  /** Name of the one argument that stands by itself, if it has one. */
  argument?: string;
  /**
   * @param values by option name
   * @param appUrl the database as the application role
   * @param secretKeys what the installation seals secrets with, as HOOKLANE_SECRET_KEYS holds it
   */
  run(values: Record<string, string>, appUrl: string, secretKeys: string): Promise<AdminResult>;
}

/**
 * What a command answers, or why it could not do what it was asked. Its members are printed in order, one a line, unless it has lines for people; `--json` prints
 * the members.
 */
export type AdminResult = { ok: true; result: Record<string, unknown>; lines?: string[] } | { ok: false; problem: string };
