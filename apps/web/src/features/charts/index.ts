export { EventVolumeCard } from "./components/event-volume-card.tsx";
export { StatisticsCard } from "./components/statistics-card.tsx";
