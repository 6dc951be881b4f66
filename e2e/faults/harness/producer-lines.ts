import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { World } from "./world.ts";

/** What became of requests that were not answered by 202 or 4xx at the first time. */
export interface Unanswered {
  /** Posts whose outcome was unknown at some time and is known now. */
  readonly resolved: number;
  /** Answers by status, of those of 500 and above. */
  readonly serverErrors: Readonly<Record<string, number>>;
}

/** Reads every answer in the producers' ledgers, also those that a later one replaced. */
export function unansweredRequests({ folder, tenants }: World): Unanswered {
  const records = tenants.flatMap(({ producers }) => producers.flatMap((producer) => producer.records()));
  const serverErrors: Record<string, number> = {};
  for (const name of readdirSync(folder).filter((file) => file.includes("-producer-"))) {
    for (const [, status = ""] of readFileSync(path.join(folder, name), "utf8").matchAll(/"detail":"status (5\d\d)"/g)) {
      serverErrors[status] = (serverErrors[status] ?? 0) + 1;
    }
  }
  return { resolved: records.filter(({ everUnknown, outcome }) => everUnknown && outcome.kind !== "unknown").length, serverErrors };
}
