export { ApiReference } from "./components/api-reference.tsx";
export { ProblemCatalogue } from "./components/problem-catalogue.tsx";
