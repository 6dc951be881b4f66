export { Landing } from "./components/landing.tsx";
