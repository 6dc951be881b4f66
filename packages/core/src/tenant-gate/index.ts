export { type IngestAsk, type IngestQuotaState, type IngestVerdict, ingestQuota } from "./ingest-quota.ts";
export { defaultTenantGateConfig, type TenantGateAsk, type TenantGateConfig, type TenantGateState, tenantGate } from "./tenant-gate.ts";
