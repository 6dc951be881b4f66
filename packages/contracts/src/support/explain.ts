/** What one policy says of a delivery's lane. */
export interface ExplainedGate {
  /** The policy's name in core. */
  gate: string;
  passes: boolean;
  reason: string | null;
  until: string | null;
  /** What ends the refusal when no clock does. */
  ended_by: string | null;
  /** Where it stands: like "3 of 20 in flight". */
  numbers: string;
}

/** The admission decision on a delivery, from what is stored: for the support staff. */
export interface ExplainedDeliveryView {
  delivery: {
    id: string;
    event_id: string;
    state: string;
    class: string;
    reason: string | null;
    attempt: number;
    next_attempt_at: string;
    deadline_at: string;
    lease_expires_at: string | null;
    finished_at: string | null;
    last_status: number | null;
    last_error: string | null;
  };
  tenant: { id: string; name: string; plan: string };
  /** Without the query of its URL. */
  endpoint: { id: string; url: string; host: string; state: string };
  /** In one sentence. */
  summary: string;
  /** Every policy in the order in which they are asked; the first that refuses is the reason. Empty for a delivery that is over. */
  gates: ExplainedGate[];
  /** What the lane's owner last answered its class; null when it refused nothing. */
  last_refusal: { reason: string; until: string | null } | null;
  /** When the lane's owner last told where it stands; null: never. */
  observed_at: string | null;
  /** Whether a live worker owns the lane's shard. */
  owned: boolean;
}
