export { StartVisit } from "./components/start-visit.tsx";
export { VisitBanner } from "./components/visit-banner.tsx";
export { icons } from "./lib/icons.ts";
