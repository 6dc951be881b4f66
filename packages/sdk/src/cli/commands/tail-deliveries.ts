import { pause } from "../../http/pause.ts";
import { deliveryStates } from "../../types/delivery.ts";
import { type Command, jsonOption } from "../command.ts";
import { DeliveryFollower } from "../delivery-follower.ts";
import { deliveryLine } from "../delivery-line.ts";
import { readCount } from "../read-count.ts";
import { readStates } from "../read-states.ts";
import { print } from "../terminal.ts";

const POLL_MS = 1_000;
const MAX_LINES = 250;

export const tailDeliveries: Command = {
  name: "deliveries tail",
  summary: "Follow an endpoint's deliveries, one line for each and for each change.",
  operands: "<subscription>",
  arity: [1, 1],
  options: {
    lines: { type: "string", short: "n", value: "N", help: `begin with the last N deliveries, 0 to ${MAX_LINES}; default 10` },
    type: { type: "string", short: "t", value: "TYPE", help: "only events of this type" },
    state: {
      type: "string",
      short: "s",
      value: "STATE",
      multiple: true,
      help: `only what becomes ${deliveryStates.join(", ")}; may be repeated`,
    },
    ...jsonOption,
  },
  details: "A line is written when a delivery is first seen, and after each attempt. Ctrl-C ends it.",
  async run({ args, terminal, client }) {
    const [id = ""] = args.positionals;
    const states = readStates<string>(args.texts("state"), deliveryStates);
    const type = args.text("type");
    const follower = new DeliveryFollower(client(), id, {
      lines: readCount(args.text("lines") ?? "10", "lines", MAX_LINES),
      ...(type !== undefined && { type }),
    });
    for (;;) {
      for (const delivery of await follower.look()) {
        if (states.length > 0 && !states.includes(delivery.state)) continue;
        print(terminal, args.flag("json") ? JSON.stringify(delivery) : deliveryLine(delivery));
      }
      if (terminal.stdout.writableNeedDrain) await new Promise((resolve) => terminal.stdout.once("drain", resolve));
      await pause(POLL_MS);
    }
  },
};
