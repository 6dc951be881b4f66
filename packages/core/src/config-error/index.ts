export { type CauseEvidence, type CauseWindows, type CauseWindowsState, causeWindows, maxCauses } from "./cause-windows.ts";
export { type ConfigErrorCause, hintFor, isConfigErrorCause } from "./config-error-cause.ts";
export { type ConfigErrorEpisode, type EpisodeChange, type EpisodeState, followEpisode, noEpisode } from "./episode.ts";
export {
  type CauseCounts,
  type ConfigErrorConfig,
  type ConfigErrorFinding,
  defaultConfigErrorConfig,
  judgeConfigError,
  longWindowFactor,
  longWindowMin,
} from "./judge.ts";
