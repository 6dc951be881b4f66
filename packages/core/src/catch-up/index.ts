export { type CatchUpAsk, type CatchUpLoad, catchUp, catchUpPerS, replayAheadS, replayAllowance, replaySeconds } from "./catch-up.ts";
