export type { Random } from "./random.ts";
export { sfc32 } from "./sfc32.ts";
