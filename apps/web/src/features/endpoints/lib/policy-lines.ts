import type { HealthView, SubscriptionView } from "@hooklane/contracts";
import { formatCount, formatQuantity, formatRate, formatShare } from "../../../ui/lib/format-number.ts";
import { formatCountdown, formatRemaining } from "../../../ui/lib/format-time.ts";
import { openingSentence, probeText } from "./lane-sentence.ts";

/** Where one policy stands, in words. */
export interface PolicyLine {
  id: string;
  policy: string;
  /** How much it holds back now. */
  holds: "nothing" | "some" | "everything";
  state: string;
  /** What would change it. */
  change: string;
}

type Endpoint = Pick<SubscriptionView, "ordered" | "rate_limit">;

/** Where every policy stands that decides over an endpoint's deliveries, in the order in which they are asked. @param nowMs Unix time, for what runs down */
export function policyLines(endpoint: Endpoint, health: HealthView, nowMs: number): PolicyLine[] {
  return [
    circuit(health, nowMs),
    hostCircuit(health, nowMs),
    pause(health, nowMs),
    rate(endpoint, health),
    hostShare(health),
    permits(health),
    ramp(health),
    budget(health),
    backlog(health, nowMs),
    shedding(health),
    ...(endpoint.ordered ? [order(health)] : []),
  ];
}

/** Does a class of deliveries wait for one of these reasons? */
const waitsFor = ({ waiting }: HealthView, ...reasons: string[]): boolean => waiting.some(({ reason }) => reasons.includes(reason));

function circuit(health: HealthView, nowMs: number): PolicyLine {
  const line = { id: "circuit", policy: "Circuit" } as const;
  switch (health.circuit_state) {
    case "closed":
      return {
        ...line,
        holds: "nothing",
        state: "Closed: attempts go out.",
        change: "It opens when the endpoint keeps failing, or stops answering.",
      };
    case "open":
      return {
        ...line,
        holds: "everything",
        state: `${openingSentence(health)}; ${probeText(health.next_probe_at, nowMs)}.`,
        change: "One good answer to a probe closes it. Each probe that fails doubles the wait, up to half an hour.",
      };
    case "half_open":
      return {
        ...line,
        holds: "everything",
        state: "Half open: one probe is under way.",
        change: "A good answer closes it, a failure opens it for longer.",
      };
  }
}

function hostCircuit({ host }: HealthView, nowMs: number): PolicyLine {
  const line = { id: "host-circuit", policy: "Host's circuit" } as const;
  if (host.circuit_state === "closed")
    return {
      ...line,
      holds: "nothing",
      state: "Closed: the host can be reached.",
      change: "It opens when the host fails for several endpoints at once.",
    };
  const state =
    host.circuit_state === "open" ? `Open; ${probeText(host.next_probe_at, nowMs)}.` : "Half open: one probe to the host is under way.";
  return { ...line, holds: "everything", state, change: "One good answer from the host closes it." };
}

function pause({ asked_to_wait_until: until }: HealthView, nowMs: number): PolicyLine {
  const line = { id: "pause", policy: "Retry-After" } as const;
  const leftMs = until === null ? 0 : Date.parse(until) - nowMs;
  if (leftMs <= 0)
    return {
      ...line,
      holds: "nothing",
      state: "The endpoint asked for no pause.",
      change: "It may ask for one with a Retry-After header.",
    };
  return {
    ...line,
    holds: "everything",
    state: `The endpoint asked to be left alone for ${formatCountdown(leftMs)} more.`,
    change: "It ends by itself; the endpoint chose how long.",
  };
}

function rate({ rate_limit: own }: Endpoint, health: HealthView): PolicyLine {
  return {
    id: "rate",
    policy: "Rate",
    holds: waitsFor(health, "rate_limited", "host_bytes") ? "some" : "nothing",
    state: `At most ${formatRate(health.rate_limit)} a second now${own === null ? "" : `; you allow ${formatRate(own)}`}.`,
    change:
      own !== null && health.rate_limit >= own
        ? "Your own limit decides; raise it in the settings."
        : "It rises by itself while the endpoint answers well, and halves on 429 and on bursts of failures.",
  };
}

function hostShare(health: HealthView): PolicyLine {
  const { cap, in_flight: inFlight, active_subscriptions: active } = health.host;
  const others = Math.max(0, active - 1);
  return {
    id: "host",
    policy: "Host's share",
    holds: waitsFor(health, "host_full") ? "some" : "nothing",
    state: `${formatCount(inFlight)} of ${formatQuantity(cap, "request")} to the host in flight; ${
      others === 0 ? "no other endpoint uses it now" : `${formatQuantity(others, "other endpoint")} ${others === 1 ? "shares" : "share"} it`
    }.`,
    change: "A request holds its place until it is answered: faster answers make room.",
  };
}

function permits(health: HealthView): PolicyLine {
  const { cap, in_flight: inFlight, sick } = health.lane;
  return {
    id: "permits",
    policy: "Requests at a time",
    holds: waitsFor(health, "lane_full") ? "some" : "nothing",
    state: `${formatCount(inFlight)} of ${formatCount(cap)} in use${sick ? "; held to the least, because the endpoint fails" : ""}.`,
    change: sick
      ? "It grows again when more than half of the attempts succeed."
      : "It follows how many events come and how fast the endpoint answers them.",
  };
}

function ramp(health: HealthView): PolicyLine {
  const line = { id: "ramp", policy: "Recovery" } as const;
  if (health.ramp_percent >= 100)
    return { ...line, holds: "nothing", state: "Not recovering: nothing is held back.", change: "After an outage it begins at a tenth." };
  return {
    ...line,
    holds: "some",
    state: `${health.ramp_percent} % of what the endpoint took before its outage.`,
    change:
      "It rises step by step while at least 90 % of the attempts succeed, or nearly as many as usual if some always fail, and falls back on failures.",
  };
}

function budget(health: HealthView): PolicyLine {
  const { fill } = health.retry_budget;
  return {
    id: "budget",
    policy: "Retry budget",
    holds: waitsFor(health, "retry_budget") ? "some" : "nothing",
    state: fill <= 0 ? "Empty: retries wait until it fills." : `${formatShare(fill)} full.`,
    change:
      "Each success adds a tenth of a retry, and time a little. Each retry takes one, and gives it back if it succeeds while most do.",
  };
}

function backlog(health: HealthView, nowMs: number): PolicyLine {
  const { backlog: waiting, oldest_due_at: oldest } = health;
  const dueMs = oldest === null ? 0 : nowMs - Date.parse(oldest);
  return {
    id: "backlog",
    policy: "Backlog",
    holds: waitsFor(health, "catch_up") ? "some" : "nothing",
    state:
      waiting === 0
        ? "Nothing waits."
        : `${formatQuantity(waiting, "delivery", "deliveries")} not final; ${dueMs >= 1_000 ? `the oldest due has been due for ${formatRemaining(dueMs)}` : "none is due"}.`,
    change: "While a backlog exists, every fifth place goes to the oldest of it; the rest to new events.",
  };
}

function shedding({ shedding: isShedding }: HealthView): PolicyLine {
  const line = { id: "shedding", policy: "Shedding" } as const;
  if (!isShedding)
    return {
      ...line,
      holds: "nothing",
      state: "Off: every event becomes a delivery.",
      change: "It begins when far too much waits and it does not grow less.",
    };
  return {
    ...line,
    holds: "everything",
    state: "On: new events are recorded as dead, and can be replayed.",
    change: "It ends when the backlog has fallen.",
  };
}

function order(health: HealthView): PolicyLine {
  const ceiling = health.ordered_ceiling_per_second;
  return {
    id: "order",
    policy: "Order",
    holds: waitsFor(health, "ordered_head") ? "some" : "nothing",
    state:
      ceiling === null
        ? "One at a time; how fast is not known yet."
        : `One at a time: at most ${formatRate(ceiling)} a second at the present time to answer.`,
    change: "Faster answers raise it. A delivery that is dead lets the next one pass.",
  };
}
