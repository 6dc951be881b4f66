export { type Session, SessionProvider, useSession } from "./components/session-provider.tsx";
export { UnconfirmedNotice } from "./components/unconfirmed-notice.tsx";
export { WorkspaceShell } from "./components/workspace-shell.tsx";
export { leaveSession } from "./lib/leave-session.ts";
export { safeNext } from "./lib/safe-next.ts";
