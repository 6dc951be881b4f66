import { counter, durationSeconds, gauge, histogram } from "@hooklane/ops";

const batchSizes = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000] as const;

/** What the web process tells of the API. Nothing here has a label per customer. */
export const webMetrics = {
  answers: counter("hooklane_api_answers_total", "Answers of the API by call (`accept` is POST /v1/events) and status.", [
    "call",
    "status",
  ]),
  refusals: counter("hooklane_api_refusals_total", "Answers of the API that are problems, by code.", ["code"]),
  acceptLatency: histogram(
    "hooklane_accept_latency_seconds",
    "From the first byte of POST /v1/events to its 202, the commit included.",
    durationSeconds,
  ),
  acceptedEvents: counter("hooklane_accepted_events_total", "Events committed; answers that repeat an earlier one are not counted."),
  acceptedDeliveries: counter(
    "hooklane_accepted_deliveries_total",
    "Deliveries committed with their events: reason `none` for those that are pending, otherwise why they began dead (`backlog_shed` is shedding).",
    ["reason"],
  ),
  batchEvents: histogram("hooklane_accept_batch_events", "Events written by one transaction.", batchSizes),
  batchRows: histogram("hooklane_accept_batch_deliveries", "Deliveries written by one transaction.", batchSizes),
  batchDuration: histogram(
    "hooklane_accept_batch_duration_seconds",
    "One transaction that writes events, until its commit or fault.",
    durationSeconds,
  ),
  waitingEvents: gauge("hooklane_accept_waiting_events", "Events that wait for a transaction."),
  waitingBytes: gauge("hooklane_accept_waiting_bytes", "Memory that they hold."),
} as const;
