export { StatisticsCard } from "./components/statistics-card.tsx";
