import { type EpochMs, minuteMs } from "../time/durations.ts";
import { type Sighting, sightings } from "./sightings.ts";

export interface FleetPanicConfig {
  /** A host counts as active for this long after its latest attempt. */
  readonly window_ms: number;
  /** With fewer active hosts nothing is said. At least 1. */
  readonly min_hosts: number;
  /** Nor when they belong to fewer tenants. At least 1. */
  readonly min_tenants: number;
  /** Above this share of active hosts that cannot be reached, the fault is our own. 0 to 1. */
  readonly ratio: number;
}

export const defaultFleetPanicConfig: FleetPanicConfig = { window_ms: minuteMs, min_hosts: 20, min_tenants: 3, ratio: 0.5 };

export interface FleetPanicState {
  /** The active hosts by their latest attempt, a sample of them where they are many. */
  readonly hosts: readonly Sighting<HostStatus>[];
  /** Since when most of them fail at once; null while they do not. */
  readonly since: EpochMs | null;
}

export type HostStatus = "reached" | "unreachable";

/** The operator is told of both; `started` freezes every breaker's transitions, `ended` lifts that. */
export interface PanicTransition {
  readonly kind: "panic_started" | "panic_ended";
  readonly at: EpochMs;
  readonly activeHosts: number;
  readonly unreachableHosts: number;
}

/** Hosts that are remembered; of more of them it is a fair sample. */
const sampledHosts = 128;

/**
 * Is it we who are cut off? When over half of the active hosts become unreachable at once, and over half of the tenants
 * see it, our own network failed: no breaker then learns anything. Counting tenants beside hosts keeps one tenant with
 * thousands of dead endpoints from passing for a fault of ours. An answer of any status is a host reached.
 */
export function fleetPanic(config: FleetPanicConfig) {
  const crowd = sightings<HostStatus>({ spanMs: config.window_ms, size: sampledHosts });

  return {
    initial: (): FleetPanicState => ({ hosts: [], since: null }),

    /** An attempt ended; of our own faults (`nothing` in {@link breakerOutcome}) nothing is to be told. */
    observe(state: FleetPanicState, end: { host: string; tenantId: string; isUnreachable: boolean }, now: EpochMs): FleetPanicState {
      const hosts = crowd.see(state.hosts, end.host, end.isUnreachable ? "unreachable" : "reached", end.tenantId, now);
      return hosts === state.hosts ? state : { ...state, hosts };
    },

    /** To be called when `observe` changed the state and once each tick, since time alone ends a panic, too. */
    judge(state: FleetPanicState, now: EpochMs): { state: FleetPanicState; transition: PanicTransition | null } {
      const active = crowd.live(state.hosts, now);
      const lost = active.filter(({ status }) => status === "unreachable");
      const tenants = tenantsOf(active);
      const isEnough = active.length >= config.min_hosts && tenants >= config.min_tenants;
      const isPanic = isEnough && lost.length > config.ratio * active.length && tenantsOf(lost) > config.ratio * tenants;
      if (isPanic === (state.since !== null)) return { state, transition: null };
      const kind = isPanic ? "panic_started" : "panic_ended";
      const transition = { kind, at: now, activeHosts: active.length, unreachableHosts: lost.length } as const;
      return { state: { ...state, since: isPanic ? now : null }, transition };
    },

    /** What breakers are told as `frozen`. */
    isPanic: (state: FleetPanicState): boolean => state.since !== null,

    isIdle: (state: FleetPanicState, now: EpochMs): boolean => state.since === null && crowd.live(state.hosts, now).length === 0,
  };
}

function tenantsOf(hosts: readonly Sighting<HostStatus>[]): number {
  return new Set(hosts.map(({ owner }) => owner)).size;
}
