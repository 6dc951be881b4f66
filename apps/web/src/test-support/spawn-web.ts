import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { StartedWeb } from "./start-web.ts";

export interface SpawnedWeb {
  baseUrl: string;
  /** Ends the process as nothing in it can notice. Resolves when it is gone. */
  kill(): Promise<void>;
}

/** Another web process on the same database. */
export async function spawnWeb(web: Pick<StartedWeb, "env">): Promise<SpawnedWeb> {
  const child: ChildProcess = fork(path.join(import.meta.dirname, "web-process.ts"), { env: { ...process.env, ...web.env }, execArgv: [] });
  const ready = once(child, "message");
  const ended = once(child, "exit");
  const first = await Promise.race([ready, ended.then(([code]) => Promise.reject(new Error(`the web process ended with ${code}`)))]);
  const [{ port }] = first as [{ port: number }];
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
