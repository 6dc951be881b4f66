export { AuditLog } from "./components/audit-log.tsx";
export { auditParsers, auditQuery } from "./lib/audit-filters.ts";
