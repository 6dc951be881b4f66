export { type CatchUpAsk, type CatchUpLoad, catchUp, catchUpPerS, replayAheadS, replayAllowance, replaySeconds } from "./catch-up.ts";
export { type ReplayTarget, replayLoad } from "./replay-load.ts";
export { minReplayPerS, nextReplayPace, type ReplayProgress } from "./replay-pace.ts";
export { type ReplaySpacing, replayBatchS, replaySpacing } from "./replay-rate.ts";
