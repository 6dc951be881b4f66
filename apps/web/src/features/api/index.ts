export { ApiProvider, useApi } from "./components/api-provider.tsx";
export { type ProblemText, readProblem } from "./lib/read-problem.ts";
