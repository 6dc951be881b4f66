import { fairShare } from "../fair-share/fair-share.ts";
import type { Policy } from "../policy/policy.ts";
import { allowed, refusedBy, shareUsed } from "../policy/verdict.ts";

export interface HostConfig {
  /** Requests in flight to one host, over all its subscriptions. */
  readonly cap: number;
}

export interface HostState {
  readonly inFlight: number;
  readonly cap: number;
}

export interface HostAsk {
  /** A plan's or the operator's own number for this host, instead of the configured one. */
  readonly capOverride: number | undefined;
  /** Permits that the asking lane holds at this host. */
  readonly heldByLane: number;
  /** Lanes that hold permits of this host or ask for some now: active ones, not registered ones. */
  readonly activeLanes: number;
  /** In a round's second pass what the shares left over is lent to whoever wants it. */
  readonly lending: boolean;
}

/** What one host may receive from us: at most `host.cap` in flight, first shared fairly among its active lanes, the rest lent. */
export const hostGate: Policy<HostConfig, HostState, HostAsk> = {
  initial: ({ cap }) => ({ inFlight: 0, cap }),
  check(state, _now, ask) {
    const cap = ask.capOverride ?? state.cap;
    if (state.inFlight >= cap) return refusedBy("host_full", "permit_released");
    const isWithinShare = ask.heldByLane < fairShare(cap, ask.activeLanes);
    return isWithinShare || ask.lending ? allowed : shareUsed("host_full");
  },
  take: (state) => ({ ...state, inFlight: state.inFlight + 1 }),
  giveBack: released,
  observe: released,
  isIdle: (state) => state.inFlight === 0,
};

function released(state: HostState): HostState {
  return state.inFlight === 0 ? state : { ...state, inFlight: state.inFlight - 1 };
}
