import type { Subscription } from "../../types/subscription.ts";
import { type Command, exitCodes, jsonOption } from "../command.ts";
import { columns, print, printable } from "../terminal.ts";

export const listSubscriptions: Command = {
  name: "subscriptions list",
  summary: "List the endpoints, with the ids that the other commands take.",
  operands: "",
  arity: [0, 0],
  options: jsonOption,
  async run({ args, terminal, client }) {
    const found: Subscription[] = [];
    for await (const subscription of client().subscriptions.list({ limit: 250 })) {
      if (args.flag("json")) print(terminal, JSON.stringify(subscription));
      else found.push(subscription);
    }
    const rows = found.map(({ id, state, event_types, url }) => [id, state, event_types.join(","), url].map(printable));
    for (const line of columns(rows)) print(terminal, line);
    return exitCodes.ok;
  },
};
