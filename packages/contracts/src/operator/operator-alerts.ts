/** An alert for whoever runs the platform: what it says, and what to do first. `docs/runbooks/<name>.md` tells the rest. */
export interface OperatorAlertSpec {
  readonly name: string;
  readonly meaning: string;
  readonly action: string;
}

/** What an operator is to hear of at once. Each is a label of `hooklane_alert` on /metrics. */
export const operatorAlertSpecs = [
  {
    name: "panic_freeze",
    meaning:
      "Over half of the hosts became unreachable at once: it is taken for a fault of our own network, and no circuit learns from it.",
    action: "Look at the worker's way out: DNS, routes, a proxy, a firewall. Deliveries wait and are retried; the freeze ends by itself.",
  },
  {
    name: "shard_without_owner",
    meaning: "For 30 s some shards had no living owner: nothing is sent to the endpoints in them.",
    action: "See that workers run and reach the database (hooklane_heartbeat_age_seconds); restart one that does not beat.",
  },
  {
    name: "partition_missing",
    meaning: "Fewer than 3 days ahead have partitions. When today has none, nothing can be accepted.",
    action: 'See why the partition job fails (worker log, "partitions"): it needs the owner\'s role. It makes 8 days at its next run.',
  },
  {
    name: "fleet_budget_empty",
    meaning: "This worker's part of the fleet's retry budget affords no retry beyond the floor of each lane: much fails at once.",
    action:
      "See which lanes fail (hooklane_lane_circuit_state, hooklane_delivery_status_total). Healthy lanes keep their floor; nothing is lost.",
  },
  {
    name: "ledger_mismatch",
    meaning:
      "Within the last hour an event was found without all its deliveries, a delivery stayed open a minute past its lease or deadline, or permits did not add up.",
    action:
      "The log names the events. Keep the database as it is and find out what changed rows by hand, or restore from a backup beside it.",
  },
] as const satisfies readonly OperatorAlertSpec[];

export type OperatorAlertName = (typeof operatorAlertSpecs)[number]["name"];
