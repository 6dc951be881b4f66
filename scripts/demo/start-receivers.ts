import { rmSync } from "node:fs";
import path from "node:path";
import { type ReceiverProcess, sampleReceivers, startReceiverProcess } from "@hooklane/testkit";
import { demoFolder, readDemoState, saveDemoState } from "./demo-state.ts";

const HEALTHY_RECEIVERS = 3;

export interface DemoReceivers {
  process: ReceiverProcess;
  /** Endpoint URLs by receiver name. */
  urls: Record<string, string>;
  ledgerFile: string;
  /** What lets the product deliver to them: plain http, to these addresses alone and to what the operator allowed. */
  env: { HOOKLANE_ALLOW_HTTP: string; HOOKLANE_EGRESS_ALLOW: string };
}

/**
 * Starts the sample receivers with an empty ledger, on the ports of the last run where they are free.
 * @param without names that are left out
 */
export async function startReceivers(dataFolder: string, without: readonly string[]): Promise<DemoReceivers> {
  const state = readDemoState(dataFolder);
  const ledgerFile = path.join(demoFolder(dataFolder), "receivers.ndjson");
  rmSync(ledgerFile, { force: true });
  const behaviours = Object.fromEntries(Object.entries(sampleReceivers(HEALTHY_RECEIVERS)).filter(([name]) => !without.includes(name)));
  const process_ = await startReceiverProcess({ ledgerFile, behaviours, ports: portsOf(state.ports, behaviours) });
  saveDemoState(dataFolder, { ...state, ports: { ...state.ports, ...process_.ports } });
  const addresses = Object.values(process_.ports).map((port) => `127.0.0.1:${port}`);
  const allowed = [process.env.HOOKLANE_EGRESS_ALLOW, ...addresses].filter(Boolean).join(",");
  return {
    process: process_,
    urls: Object.fromEntries(Object.entries(process_.ports).map(([name, port]) => [name, `http://127.0.0.1:${port}/webhooks`])),
    ledgerFile,
    env: { HOOKLANE_ALLOW_HTTP: "1", HOOKLANE_EGRESS_ALLOW: allowed },
  };
}

/** Kept ports of receivers that run; a port that stays away for this run stays kept. */
function portsOf(kept: Record<string, number>, behaviours: Record<string, unknown>): Record<string, number> {
  return Object.fromEntries(Object.entries(kept).filter(([name]) => name in behaviours));
}
