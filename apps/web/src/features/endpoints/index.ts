export { CreateEndpoint } from "./components/create-endpoint.tsx";
export { EndpointHeader } from "./components/endpoint-header.tsx";
export { EndpointList } from "./components/endpoint-list.tsx";
export { EndpointOverview } from "./components/endpoint-overview.tsx";
export { EndpointSettings } from "./components/endpoint-settings.tsx";
export { EndpointTable } from "./components/endpoint-table.tsx";
export { SecretPanel } from "./components/secret-panel.tsx";
export { TestPanel } from "./components/test-panel.tsx";
export { byAttention, endpointAttention } from "./lib/attention.ts";
