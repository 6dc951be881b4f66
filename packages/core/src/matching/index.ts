export * from "./event-type.ts";
export * from "./owed-delivery.ts";
