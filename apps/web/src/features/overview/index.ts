export { Overview } from "./components/overview.tsx";
