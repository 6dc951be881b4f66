import { readFileSync } from "node:fs";
import { readAll } from "../ask.ts";
import { type Command, type Context, exitCodes, jsonOption, usageError } from "../command.ts";
import { note, print } from "../terminal.ts";

export const sendEvent: Command = {
  name: "events send",
  summary: "Publish an event.",
  operands: "<type> [payload]",
  arity: [1, 2],
  options: {
    file: { type: "string", short: "f", value: "FILE", help: "take the payload from a file; - is the standard input" },
    key: { type: "string", short: "k", value: "KEY", help: "idempotency key: the same key makes one event; default: a new one" },
    ...jsonOption,
  },
  details: `The payload is one JSON value: an argument, a file, or the standard input. Its bytes are sent, signed and delivered exactly as they are.
A call that failed on its way is repeated with the same key, so that it makes one event.

  hooklane events send order.paid '{"order":1042}' --key order-1042-paid
  jq -c .order event.json | hooklane events send order.paid`,
  async run(context) {
    const { args, terminal } = context;
    const [type = ""] = args.positionals;
    const raw_payload = await readPayload(context);
    const key = args.text("key");
    const sent = await context.client().events.publish({ type, raw_payload, ...(key !== undefined && { idempotency_key: key }) });
    const { event_id, deliveries, shed } = sent;
    print(
      terminal,
      args.flag("json") ? JSON.stringify(sent) : `${event_id} ${deliveries ?? "many"} ${deliveries === 1 ? "delivery" : "deliveries"}`,
    );
    if (shed.length > 0)
      note(terminal, `The backlog is full at ${shed.join(", ")}: deliveries there were recorded as dead and can be replayed.`);
    return exitCodes.ok;
  },
};

async function readPayload({ args, terminal }: Context): Promise<string | Uint8Array> {
  const [, argument] = args.positionals;
  const file = args.text("file");
  if (argument !== undefined && file !== undefined) throw usageError("the payload is either an argument or --file");
  if (argument !== undefined && argument !== "-") return argument;
  if (file !== undefined && file !== "-") return readFileSync(file);
  if (terminal.stdin.isTTY && argument === undefined && file === undefined) {
    throw usageError("the payload is missing: give it as an argument, with --file, or on the standard input");
  }
  return readAll(terminal);
}
