export { type MigrateOptions, migrate } from "./migrate.ts";
export { MigrateError, type MigrateErrorCode } from "./migrate-error.ts";
