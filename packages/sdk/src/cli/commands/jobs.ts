import { type Command, type Context, exitCodes, jsonOption } from "../command.ts";
import { progressText } from "../progress.ts";
import { readRate } from "../read-rate.ts";
import { print } from "../terminal.ts";
import { jobExitCode, watchJob } from "../watch-job.ts";

const operands = "<job>";
const idOf = ({ args }: Context): string => args.positionals[0] ?? "";

export const showJob: Command = {
  name: "jobs show",
  summary: "Show how far a replay is.",
  operands,
  arity: [1, 1],
  options: jsonOption,
  async run(context) {
    const job = await context.client().jobs.get(idOf(context));
    print(context.terminal, context.args.flag("json") ? JSON.stringify(job) : `${job.id} ${progressText(job)}`);
    return exitCodes.ok;
  },
};

export const followJob: Command = {
  name: "jobs follow",
  summary: "Follow a replay to its end.",
  operands,
  arity: [1, 1],
  options: jsonOption,
  async run(context) {
    const job = await watchJob(context.client(), idOf(context), context.terminal);
    if (!job) return exitCodes.interrupted;
    print(context.terminal, context.args.flag("json") ? JSON.stringify(job) : `${job.id} ${progressText(job)}`);
    return jobExitCode(job);
  },
};

export const setJobRate: Command = {
  name: "jobs rate",
  summary: "Change how fast a replay goes.",
  operands: "<job> <N | own>",
  arity: [2, 2],
  options: jsonOption,
  details: `N: deliveries per second at most, 1 to 10000; own: as fast as the endpoint allows.`,
  async run(context) {
    const rate = context.args.positionals[1] ?? "";
    const job = await context.client().jobs.setRate(idOf(context), rate === "own" ? null : readRate(rate));
    print(context.terminal, context.args.flag("json") ? JSON.stringify(job) : `${job.id} ${progressText(job)}`);
    return exitCodes.ok;
  },
};

/** A command that changes the state of a job. */
export const jobVerb = (verb: "pause" | "resume" | "cancel", summary: string): Command => ({
  name: `jobs ${verb}`,
  summary,
  operands,
  arity: [1, 1],
  options: jsonOption,
  async run(context) {
    const job = await context.client().jobs[verb](idOf(context));
    print(context.terminal, context.args.flag("json") ? JSON.stringify(job) : `${job.id} ${progressText(job)}`);
    return exitCodes.ok;
  },
});
