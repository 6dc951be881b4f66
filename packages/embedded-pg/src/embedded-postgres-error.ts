/**
 * - `no_binaries`: npm installed no PostgreSQL for this platform.
 * - `no_account`: running as root, and nothing here can run PostgreSQL without root's power.
 * - `wrong_owner`: the data folder belongs to another account.
 * - `version_mismatch`: the data folder was made by another major version.
 * - `port_in_use`: the asked port is taken.
 * - `not_started`, `not_stopped`: the server's own words are in the message.
 */
export type EmbeddedPostgresErrorCode =
  | "no_binaries"
  | "no_account"
  | "wrong_owner"
  | "version_mismatch"
  | "port_in_use"
  | "not_started"
  | "not_stopped";

export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
