import { type Findings, type Plot, renderTable, type Scenario } from "@hooklane/sim";
import type { WorldsSummary } from "./job.ts";

/** What a scenario claims and found, as text for a terminal and for the documentation. */
export function scenarioSection({ claim }: Pick<Scenario<unknown>, "claim">, { tables }: Pick<Findings<unknown>, "tables">): string {
  return [claim, ...tables.map(renderTable)].map((part) => `${part.trimEnd()}\n`).join("\n");
}

export function worldsSection({ worlds, virtualHours, deliveries, attempts, violations }: WorldsSummary): string {
  return renderTable({
    title: "Every invariant watched in every world",
    columns: ["worlds", "virtual hours", "deliveries", "attempts", "violations"],
    rows: [[worlds, Math.round(virtualHours), deliveries, attempts, violations]],
  });
}

/** How to play a broken world again, and what broke first. */
export function brokenWorldLine({ seed, violations, details }: WorldsSummary["broken"][number]): string {
  const [first] = details;
  return `world ${seed}: ${violations} violations, first ${first?.rule}: ${first?.detail} (again: npm run sim -- --trace ${seed})`;
}

/** The pictures of a section of the documentation. */
export function pictures(plots: readonly Plot[], folder: string): string {
  return plots.map(({ name, title }) => `![${title}](${folder}/${name}.svg)\n`).join("\n");
}
