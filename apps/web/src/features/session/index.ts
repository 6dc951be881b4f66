export { type Session, SessionProvider, useSession } from "./components/session-provider.tsx";
export { WorkspaceShell } from "./components/workspace-shell.tsx";
export { safeNext } from "./lib/safe-next.ts";
