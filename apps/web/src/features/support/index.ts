export { CapacityCard } from "./components/capacity-card.tsx";
export { ExplainPage } from "./components/explain-page.tsx";
export { FleetPage } from "./components/fleet-page.tsx";
export { HostLimitsCard } from "./components/host-limits-card.tsx";
export { JobsPage } from "./components/jobs-page.tsx";
export { SupportShell } from "./components/support-shell.tsx";
export { TenantPage } from "./components/tenant-page.tsx";
export { TenantSearchPage } from "./components/tenant-search-page.tsx";
