/**
 * - `unreachable`: the database did not answer within the wait, or refused the credentials.
 * - `busy`: another migration run, or a long transaction that holds locks we need, outlasted our patience.
 * - `bad_folder`: the migrations folder is absent or holds a migration without a file.
 * - `failed_before`: a migration began earlier and never finished; a person has to look.
 * - `edited`: a file changed after it was applied.
 * - `unknown_migration`: the database has a migration that the folder lacks, so this code is older than the database.
 * - `failed`: a file failed now; nothing of it was kept unless the message says otherwise.
 */
export type MigrateErrorCode = "unreachable" | "busy" | "bad_folder" | "failed_before" | "edited" | "unknown_migration" | "failed";

export class MigrateError extends Error {
  override readonly name = "MigrateError";
  readonly code: MigrateErrorCode;

  constructor(code: MigrateErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** SQLSTATE of a database error or the system's code of a network error. */
export function codeOf(error: unknown): string | undefined {
  return (error as { code?: string } | undefined)?.code;
}

/** Network errors of Node that bundle several tries have an empty message. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message || codeOf(error) || "no reason given";
}
