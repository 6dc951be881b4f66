import { type ReplayOptions, type ReplaySelection, replayableStates } from "../../types/job.ts";
import { type Arguments, type Command, type Context, type ExitCode, exitCodes, jsonOption, usageError } from "../command.ts";
import { durationText, progressText } from "../progress.ts";
import { readRate } from "../read-rate.ts";
import { readStates } from "../read-states.ts";
import { readTime } from "../read-time.ts";
import { note, print } from "../terminal.ts";
import { jobExitCode, watchJob } from "../watch-job.ts";

export const replay: Command = {
  name: "replay",
  summary: "Deliver again: one delivery, or all of an endpoint's that were made in a span of time.",
  operands: "<delivery | subscription>",
  arity: [1, 1],
  options: {
    since: { type: "string", value: "TIME", help: "made at or after: 2026-11-30T12:00:00Z, or 2h ago as 2h" },
    until: { type: "string", value: "TIME", help: "made before; default: now" },
    state: {
      type: "string",
      short: "s",
      value: "STATE",
      multiple: true,
      help: `only what is ${replayableStates.join(" or ")}; default dead; may be repeated`,
    },
    type: { type: "string", short: "t", value: "TYPE", multiple: true, help: "only events of this type; may be repeated" },
    rate: { type: "string", value: "N", help: "deliveries per second at most, 1 to 10000; default: what the endpoint allows" },
    "dry-run": { type: "boolean", short: "n", help: "only tell how many there are" },
    detach: { type: "boolean", short: "d", help: "start it and do not wait for its end" },
    ...jsonOption,
  },
  details: `A replay is a new delivery of the same event, with the same Idempotency-Key. Ctrl-C stops watching and asks whether to cancel; the replay
itself runs in the installation and goes on without being watched. Exit code 3: something was not delivered.

  hooklane replay dlv_…
  hooklane replay sub_… --since 2h --dry-run
  hooklane replay sub_… --since 2026-11-30T10:00:00Z --until 2026-11-30T12:00:00Z --state dead --state delivered`,
  run: (context) => {
    const [id = ""] = context.args.positionals;
    if (id.startsWith("dlv_")) return replayOne(context, id);
    if (id.startsWith("sub_")) return replayMany(context, id);
    throw usageError(`expected the id of a delivery (dlv_…) or of a subscription (sub_…), not ${JSON.stringify(id)}`);
  },
};

async function replayOne({ args, terminal, client }: Context, id: string): Promise<ExitCode> {
  const option = ["since", "until", "state", "type", "rate", "dry-run", "detach"].find(
    (name) => args.flag(name) || args.text(name) !== undefined,
  );
  if (option !== undefined) throw usageError(`--${option} is for replaying a subscription's deliveries`);
  const started = await client().deliveries.replay(id);
  print(terminal, args.flag("json") ? JSON.stringify(started) : started.delivery_id);
  return exitCodes.ok;
}

async function replayMany({ args, terminal, client }: Context, id: string): Promise<ExitCode> {
  const selection = readSelection(args);
  const { subscriptions } = client();
  if (args.flag("dry-run")) {
    const estimate = await subscriptions.estimateReplay(id, selection);
    const { selected, exact, estimated_seconds: seconds } = estimate;
    const text = `${exact === false ? "about " : ""}${selected} ${selected === 1 ? "delivery" : "deliveries"}${seconds === null ? "" : `, about ${durationText(seconds)}`}`;
    print(terminal, args.flag("json") ? JSON.stringify(estimate) : text);
    return exitCodes.ok;
  }
  const started = await subscriptions.replay(id, selection);
  if (args.flag("detach")) {
    print(terminal, args.flag("json") ? JSON.stringify(started) : started.job_id);
    return exitCodes.ok;
  }
  note(terminal, `Replay ${started.job_id} has begun.`);
  const job = await watchJob(client(), started.job_id, terminal);
  if (!job) return exitCodes.interrupted;
  print(terminal, args.flag("json") ? JSON.stringify(job) : `${job.id} ${progressText(job)}`);
  return jobExitCode(job);
}

function readSelection(args: Arguments): ReplaySelection & ReplayOptions {
  const nowMs = Date.now();
  const since = args.text("since");
  if (since === undefined) throw usageError("--since is missing: from when on are deliveries replayed?");
  const states = readStates(args.texts("state"), replayableStates);
  const until = args.text("until");
  const types = args.texts("type");
  const rate = args.text("rate");
  return {
    since: readTime(since, "since", nowMs),
    until: until === undefined ? new Date(nowMs) : readTime(until, "until", nowMs),
    ...(types.length > 0 && { types }),
    ...(states.length > 0 && { states }),
    ...(rate !== undefined && { max_rate_per_second: readRate(rate) }),
  };
}
