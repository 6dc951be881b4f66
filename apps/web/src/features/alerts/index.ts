export { AlertDetail } from "./components/alert-detail.tsx";
export { AlertList } from "./components/alert-list.tsx";
export { NotificationPreferences } from "./components/notification-preferences.tsx";
export { OpenAlerts } from "./components/open-alerts.tsx";
export { alertParsers, alertQuery } from "./lib/alert-filters.ts";
