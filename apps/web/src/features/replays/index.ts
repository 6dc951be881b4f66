export { ReplayHistory } from "./components/replay-history.tsx";
export { ReplayJob } from "./components/replay-job.tsx";
export { ReplayWizard } from "./components/replay-wizard.tsx";
