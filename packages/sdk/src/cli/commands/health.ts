import type { Health } from "../../types/health.ts";
import { type Command, exitCodes, jsonOption } from "../command.ts";
import { columns, print, printable } from "../terminal.ts";

export const health: Command = {
  name: "health",
  summary: "Show how an endpoint fares.",
  operands: "<subscription>",
  arity: [1, 1],
  options: {
    check: { type: "boolean", help: "exit with 3 when its circuit is not closed, its backlog is full, or its settings look wrong" },
    ...jsonOption,
  },
  async run({ args, terminal, client }) {
    const [id = ""] = args.positionals;
    const found = await client().subscriptions.health(id);
    if (args.flag("json")) print(terminal, JSON.stringify(found));
    else for (const line of columns(rowsOf(found))) print(terminal, printable(line));
    return args.flag("check") && !isWell(found) ? exitCodes.unwell : exitCodes.ok;
  },
};

const isWell = ({ circuit_state, shedding, likely_configuration_error }: Health): boolean =>
  circuit_state === "closed" && !shedding && !likely_configuration_error;

/** What there is to say, in the order of its weight. An older server leaves some of it out. */
export function rowsOf(health: Partial<Health>): string[][] {
  const { likely_configuration_error: fault, success_rate, lane, host, retry_budget } = health;
  const rows: [string, string | undefined | false][] = [
    ["settings", fault ? `${fault.cause}, ${percent(fault.share)} of attempts since ${fault.since}: ${fault.hint}` : undefined],
    ["circuit", health.circuit_state && `${health.circuit_state}${health.next_probe_at ? `, next probe ${health.next_probe_at}` : ""}`],
    [
      "success",
      success_rate === undefined
        ? undefined
        : success_rate === null
          ? "no attempts in the last hour"
          : `${percent(success_rate)} in the last hour`,
    ],
    ["lag", health.lag_seconds !== undefined && `${health.lag_seconds} s`],
    ["backlog", health.backlog !== undefined && `${health.backlog}${health.shedding ? ", full: new deliveries are recorded as dead" : ""}`],
    ["dead", health.dead_count !== undefined && `${health.dead_count}${health.oldest_dead_at ? `, oldest ${health.oldest_dead_at}` : ""}`],
    ["ramp", health.ramp_percent !== undefined && health.ramp_percent < 100 && `${health.ramp_percent} %`],
    ["lane", lane && `${lane.in_flight} of ${lane.cap} in flight`],
    ["host", host && `${host.in_flight} of ${host.cap} in flight, ${host.active_subscriptions} active subscriptions`],
    ["retry budget", retry_budget && percent(retry_budget.fill)],
    ["rate limit", typeof health.rate_limit === "number" && `${health.rate_limit}/s`],
    ["ordered", typeof health.ordered_ceiling_per_second === "number" && `at most ${health.ordered_ceiling_per_second}/s`],
  ];
  return rows.flatMap(([name, value]) => (value ? [[name, value]] : []));
}

const percent = (share: number): string => `${Math.round(share * 1_000) / 10} %`;
