import type { PolicyConfig } from "../config/policy-config.ts";
import { hostGate } from "../host-gate/host-gate.ts";
import { lanePermits } from "../lanes/lane-permits.ts";
import { poolPermits } from "../pool/pool-permits.ts";
import { retryAfterPause } from "../retry-after/retry-after-pause.ts";
import { type AdmissionStep, keyedStep, subscriptionStep } from "./step.ts";

/** The policies in the order they are asked; the first that says no names the refusal. */
export function admissionSteps(config: PolicyConfig): readonly AdmissionStep[] {
  return [
    subscriptionStep,
    keyedStep({
      name: "retry_after",
      scope: "fleet",
      policy: retryAfterPause,
      config: null,
      keyOf: ({ laneId }) => laneId,
      askOf: (ask) => ask,
    }),
    keyedStep({
      name: "host",
      scope: "fleet",
      policy: hostGate,
      config: config.host,
      keyOf: ({ host }) => host,
      askOf: (ask) => ({
        capOverride: ask.hostCap,
        heldByLane: ask.heldByLaneAtHost,
        activeLanes: ask.activeLanesOfHost,
        lending: ask.lending,
      }),
    }),
    keyedStep({
      name: "lane",
      scope: "fleet",
      policy: lanePermits,
      config: config.lane,
      keyOf: ({ laneId }) => laneId,
      askOf: (ask) => ({ class: ask.class, planCap: ask.laneCap }),
    }),
    keyedStep({
      name: "pool",
      scope: "worker",
      policy: poolPermits,
      config: config.pool,
      keyOf: () => "worker",
      askOf: (ask) => ({ heldByTenant: ask.heldByTenant, activeTenants: ask.activeTenants, lending: ask.lending }),
    }),
  ];
}
