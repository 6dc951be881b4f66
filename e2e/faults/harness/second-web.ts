import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { waitFor } from "@hooklane/testkit";
import { freePort } from "./tcp-servers.ts";
import type { World } from "./world.ts";

/** A web process beside the product's own, on another port. */
export interface SecondWeb {
  readonly baseUrl: string;
  /** kill -9. @returns when another serves in its place */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one with the command and the environment of the product's own. */
export async function startSecondWeb({ product }: World): Promise<SecondWeb> {
  const [pid] = product.pids("web");
  if (pid === undefined) throw new Error("no web process runs");
  const port = await freePort();
  const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  const env = Object.fromEntries(environment.filter((entry) => entry.includes("=")).map((entry) => splitOnce(entry, "=")));
  const baseUrl = `http://127.0.0.1:${port}`;
  // The title replaced its arguments, so the entry is named here
  const entry = new URL("../../../apps/web/src/server.ts", import.meta.url).pathname;
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [entry], { env: { ...env, PORT: String(port) }, stdio: ["ignore", "ignore", "inherit", "ipc"] });
    await waitFor(async () => (await fetch(`${baseUrl}/readyz`)).status === 200, {
      what: "a second web process",
      timeoutMs: 60_000,
      intervalMs: 100,
    });
    return child;
  };
  let child = await start();
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  return {
    baseUrl,
    async crash() {
      await end("SIGKILL");
      child = await start();
    },
    stop: () => end("SIGTERM"),
  };
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + 1)];
}
