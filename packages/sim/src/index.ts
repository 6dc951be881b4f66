export { type RandomWorldResult, runRandomWorld } from "./random-worlds/run-random-world.ts";
export { type Plot, renderPlot } from "./report/plot.ts";
export { renderTable, type Table } from "./report/table.ts";
export type { Findings, Scenario } from "./scenarios/scenario.ts";
export { scenarioSeed, scenarios } from "./scenarios/scenarios.ts";
