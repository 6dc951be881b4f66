// Writes the snippets that the dashboard shows from the files that are tested.
import { writeFileSync } from "node:fs";
import { dashboardModule, renderDashboardModule } from "../packages/sdk/snippets/dashboard-module.ts";

writeFileSync(new URL(`../${dashboardModule}`, import.meta.url), renderDashboardModule());
