import { operatorAlertSpecs } from "@hooklane/contracts";
import { processMetrics, renderMetricsDocs, sessionPoolMetrics } from "@hooklane/ops";
import { webMetrics } from "../apps/web/src/server/ops/metric-specs.ts";
import { admissionMetrics, fleetMetrics, hostMetrics, laneMetrics, workMetrics } from "../apps/worker/src/ops/metric-specs.ts";

const intro = `# Metrics

Made from the code by \`node scripts/generate-metrics.ts\`; a test compares. Every process has an operator port with three paths:

- \`/livez\`: 503 when the process is to be started again. A worker is dead when work that is due and allowed to go was not claimed for
  \`HOOKLANE_LIVENESS_LAG_MS\`, or when searches or heartbeats fail for as long although the database answers. A database that is away is no reason.
  \`npm start\` asks every 5 s and restarts with back-off what is dead, or has not answered for 60 s.
- \`/readyz\`: 503 while it does not do its work: starting, draining, a heartbeat that is too old to claim, a clock that is off, no hints heard.
- \`/metrics\`: the text format of Prometheus. No scrape reads the database: what has to be read there is sampled every 5 s.

The ports are on 127.0.0.1 (\`HOOKLANE_OPS_HOST\`) and ask nobody who they are: whoever opens them puts a fence before them. \`npm start\` takes any free
ones and names them in its output; with \`HOOKLANE_OPS_PORT=9464\` web has 9464, the workers 9465 and on; \`off\` closes them and ends the supervision by \`/livez\`.
A process that is started by itself has one only when \`HOOKLANE_OPS_PORT\` is set.

A worker tells of the lanes it owns, so sum over workers: \`sum by (subscription) (…)\`. \`HOOKLANE_METRICS_LANES\` (50) lanes have series of their own, the
rest counts as \`subscription="other"\`. A series that ends and begins again is a counter's reset like any other; totals without a subscription never lose a count.

How to check from outside: no lane above its cap is \`hooklane_lane_in_flight <= hooklane_lane_cap\` (a cap that has just shrunk is passed until requests end);
the oldest work's part is \`share="oldest"\` of \`hooklane_lane_grants_total\`; nothing drops out silently while \`hooklane_permits_unaccounted\` is 0.`;

/** docs/metrics.md as the code has it. */
export const metricsDocs = (): string =>
  renderMetricsDocs(
    intro,
    [
      { title: "Lanes (worker)", text: "`subscription` is the endpoint's id as the API and the dashboard show it.", specs: laneMetrics },
      { title: "Hosts (worker)", text: "Of the endpoints that have series.", specs: hostMetrics },
      { title: "Admission (worker)", specs: admissionMetrics },
      { title: "Work (worker)", specs: workMetrics },
      { title: "Fleet (worker)", specs: fleetMetrics },
      { title: "API (web)", specs: webMetrics },
      { title: "Process and database sessions (web and worker)", specs: { ...processMetrics, ...sessionPoolMetrics } },
    ],
    operatorAlertSpecs,
  );
