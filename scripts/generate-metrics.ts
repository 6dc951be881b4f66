// Writes docs/metrics.md from the metrics' own descriptions.
import { writeFileSync } from "node:fs";
import { metricsDocs } from "./metrics-docs.ts";

writeFileSync(new URL("../docs/metrics.md", import.meta.url), metricsDocs());
