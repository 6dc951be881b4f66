import { readFileSync } from "node:fs";
import path from "node:path";
import type { NewTenant } from "../runtime/create-tenant.ts";
import { ensurePrivateFolder, replacePrivateFile } from "../runtime/write-private-file.ts";

/** What a demo keeps for the next one on the same data folder: its tenant, and receivers that stay where subscriptions look for them. */
export interface DemoState {
  tenant?: NewTenant;
  /** Ports of the sample receivers, by name. */
  ports: Record<string, number>;
  /** Subscriptions by the name of the receiver they deliver to. The secret was shown once, when it was made. */
  subscriptions: Record<string, { id: string; url: string; secret: string }>;
}

/** `<data folder>/demo`: the state and the ledgers of the current run. */
export const demoFolder = (dataFolder: string): string => path.join(dataFolder, "demo");
const stateFile = (dataFolder: string) => path.join(demoFolder(dataFolder), "state.json");

/** @throws Error when the file is damaged */
export function readDemoState(dataFolder: string): DemoState {
  ensurePrivateFolder(demoFolder(dataFolder));
  try {
    return JSON.parse(readFileSync(stateFile(dataFolder), "utf8")) as DemoState;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { ports: {}, subscriptions: {} };
    throw new Error(`${stateFile(dataFolder)} is damaged: remove it, and the demo makes a new tenant`);
  }
}

export function saveDemoState(dataFolder: string, state: DemoState): void {
  replacePrivateFile(stateFile(dataFolder), `${JSON.stringify(state, null, 2)}\n`);
}
