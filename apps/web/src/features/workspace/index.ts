export { WorkspaceSettings } from "./components/workspace-settings.tsx";
