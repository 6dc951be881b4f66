export { InboxPanel } from "./components/inbox-panel.tsx";
export { OpenInbox } from "./components/open-inbox.tsx";
