export { createEgress, type Egress, type EgressOptions, type EgressStats } from "./create-egress.ts";
export { createDnsSource, type DnsRecord, type DnsSource } from "./dns-source.ts";
export type { EgressRequest, Exchange, ExchangeTimings, ReceivedResponse } from "./exchange.ts";
