import { type BehaviourSpec, behaviourOf } from "./behaviour-spec.ts";
import type { Receiver } from "./start-receiver.ts";

/** One line to a receiver process: a JSON object that changes one endpoint. */
export type ReceiverCommand =
  | { readonly endpoint: string; readonly behaviour: BehaviourSpec }
  | { readonly endpoint: string; readonly secret: string | null };

/** The line that answers each command, in the order of the commands. */
export type ReceiverReply = { readonly ok: true } | { readonly ok: false; readonly error: string };

/** Carries a command out. Anything wrong with it is the reply, never an exception. */
export function obey(receiver: Receiver, line: string): ReceiverReply {
  try {
    const command = JSON.parse(line) as ReceiverCommand;
    if ("behaviour" in command) receiver.set(command.endpoint, behaviourOf(command.behaviour));
    else if ("secret" in command) receiver.setSecret(command.endpoint, command.secret);
    else throw new RangeError("a command names a behaviour or a secret");
    return { ok: true };
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}
