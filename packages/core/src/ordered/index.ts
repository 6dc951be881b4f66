export { type DeadHead, type HeadEnd, type OrderedHeadsState, orderedCeilingPerS, orderedHeads } from "./ordered-heads.ts";
