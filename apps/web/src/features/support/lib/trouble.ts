import type { TroubledEndpointView } from "@hooklane/contracts";

export interface Trouble {
  text: string;
  tone: "bad" | "wait";
}

/** What is wrong with an endpoint, the worst first. */
export function troubleOf(endpoint: TroubledEndpointView): Trouble[] {
  const { state, disabled_reason, circuit, config_cause, shedding, dead_count } = endpoint;
  const bad = (text: string): Trouble => ({ text, tone: "bad" });
  return [
    ...(state === "disabled" ? [bad(disabled_reason ? `disabled: ${disabled_reason}` : "disabled")] : []),
    ...(circuit === "open" ? [bad("circuit open")] : []),
    ...(circuit === "half_open" ? [{ text: "probing", tone: "wait" } as const] : []),
    ...(config_cause ? [bad(`looks set up wrongly: ${config_cause}`)] : []),
    ...(shedding ? [bad("sheds new deliveries")] : []),
    ...(dead_count > 0 ? [{ text: "has dead deliveries", tone: "wait" } as const] : []),
  ];
}
