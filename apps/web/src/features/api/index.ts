export { ApiProvider, useApi } from "./components/api-provider.tsx";
export { currentConfirmation, onConfirmationChange } from "./lib/confirmation.ts";
export { type ProblemText, readProblem } from "./lib/read-problem.ts";
