import { type Refusal, refuse } from "../../result.ts";

/** Why a bulk replay in this state is changed by nothing. */
export const jobEnded = (state: string): Refusal => refuse("job_ended", `The job is ${state}: nothing changes it any more.`);
