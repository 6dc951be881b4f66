import type { Command } from "../command.ts";
import { health } from "./health.ts";
import { followJob, jobVerb, setJobRate, showJob } from "./jobs.ts";
import { listSubscriptions } from "./list-subscriptions.ts";
import { login, logout } from "./login.ts";
import { replay } from "./replay.ts";
import { sendEvent } from "./send-event.ts";
import { tailDeliveries } from "./tail-deliveries.ts";

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  login,
  logout,
  sendEvent,
  listSubscriptions,
  tailDeliveries,
  health,
  replay,
  showJob,
  followJob,
  setJobRate,
  jobVerb("pause", "Hold a replay back."),
  jobVerb("resume", "Let a paused replay go on."),
  jobVerb("cancel", "End a replay. What was delivered stays delivered."),
];
