export * from "./metric-spec.ts";
export * from "./ops-env.ts";
export * from "./ops-server.ts";
export * from "./process-metrics.ts";
export * from "./render-metrics-docs.ts";
export * from "./session-pool-metrics.ts";
