import { createHash } from "node:crypto";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root, type Settings } from "./settings.ts";
import type { ProcessSpec } from "./supervised-process.ts";

export interface AppSecrets {
  authSecret: string;
  secretKeys: string;
  installationId: string;
}

const READY_POLL_MS = 50;

/**
 * What an event or a delivery leaves behind lives for some milliseconds: with the default of 16 MB for young objects, under load much of it was still in use
 * when that was full, and was moved. What lives for as long as a request that hangs is moved all the same, and by default four times what is in use may come
 * together before it is collected. Now it is three fifths of what is in use: at a third, collecting took a tenth of a worker's time under load; at as much, and 32 MB
 * for young objects, a worker grew by 105 MB under endless answers.
 */
const nodeOptions = ["--max-semi-space-size=24", "--heap-growing-percent=60"];

/** Web and workers, as `npm start` and `npm run demo` run them. */
export function processSpecs(
  settings: Settings,
  secrets: AppSecrets,
  urls: { appUrl: string; ownerUrl: string },
  extraEnv: NodeJS.ProcessEnv,
): ProcessSpec[] {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...extraEnv,
    NODE_ENV: "production",
    PORT: String(settings.port),
    DATABASE_URL: urls.appUrl,
    HOOKLANE_DATA_DIR: settings.dataFolder,
    HOOKLANE_PUBLIC_URL: settings.publicUrl,
    HOOKLANE_SECRET_KEYS: secrets.secretKeys,
    AUTH_SECRET: secrets.authSecret,
  };
  /** @param place 0 for web, then the workers */
  const opsPort = (place: number): string => {
    if (settings.opsPort === undefined) return "off";
    return String(settings.opsPort === 0 ? 0 : settings.opsPort + place);
  };
  const web: ProcessSpec = {
    name: "web",
    entry: path.join(root, "apps/web/src/server.ts"),
    nodeOptions,
    env: { ...env, HOOKLANE_OPS_PORT: opsPort(0) },
    untilReady: (alive) => untilServes(`http://127.0.0.1:${settings.port}/readyz`, alive),
  };
  const workers = Array.from({ length: settings.workers }, (_, slot): ProcessSpec => {
    const name = `worker-${slot + 1}`;
    return {
      name,
      entry: path.join(root, "apps/worker/src/main.ts"),
      nodeOptions,
      env: {
        ...env,
        HOOKLANE_OWNER_DATABASE_URL: urls.ownerUrl,
        HOOKLANE_WORKER_ID: workerId(secrets.installationId, slot + 1),
        HOOKLANE_OPS_PORT: opsPort(slot + 1),
      },
    };
  });
  return [web, ...workers];
}

/**
 * A UUID (version 8: of our own making) that stays with a slot over restarts, so that a restarted worker takes up its own shards, and that
 * no other slot, data folder or machine has.
 */
export function workerId(installationId: string, slot: number, hostname = os.hostname()): string {
  const hex = createHash("sha256").update(`${installationId}|${hostname}|${slot}`).digest("hex");
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function untilServes(url: string, alive: () => boolean): Promise<void> {
  while (alive()) {
    const status = await fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    await sleep(READY_POLL_MS);
  }
}
