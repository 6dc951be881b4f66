export { eventRules, type StoredOwedBy } from "./event-rules.ts";
export * from "./event-type.ts";
export { type Filter, type FilterRead, filterLimits, passesFilter, readFilter } from "./filter.ts";
export type { Json } from "./json.ts";
export { readPath } from "./member-path.ts";
export * from "./owed-delivery.ts";
