export { EventDetail } from "./components/event-detail.tsx";
export { EventList } from "./components/event-list.tsx";
export { eventListParsers, eventListQuery } from "./lib/event-filters.ts";
