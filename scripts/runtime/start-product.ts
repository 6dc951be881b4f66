import { checkSecrets } from "./check-secrets.ts";
import { claimDataFolder } from "./claim-data-folder.ts";
import { type Database, openDatabase } from "./database.ts";
import { portProblem } from "./port-problem.ts";
import { type AppSecrets, processSpecs } from "./process-specs.ts";
import { loadOrCreateSecrets } from "./secrets.ts";
import type { Settings } from "./settings.ts";
import { type Supervisor, supervise } from "./supervisor.ts";

export interface Product {
  /** Where people open it. */
  url: string;
  /** Where this machine reaches it. */
  localUrl: string;
  database: Database;
  supervisor: Supervisor;
  /** Drains and ends everything; resolves when nothing of it runs any more. May be called twice. */
  stop(): Promise<void>;
}

export type StartResult = { ok: true; product: Product } | { ok: false; problems: string[] };

/** Draining may take this long: the longest request a worker makes (30 s) and a little. */
const HARD_LIMIT_MS = 35_000;

export interface StartOptions {
  /** Gets what an operator should see at once. */
  say: (line: string) => void;
  /** Ends a start that is not finished yet. */
  signal: AbortSignal;
  /**
   * Starts what the product is to work with, once the data folder is taken and the port is free.
   * @returns variables for web and workers over this process's environment, and what ends it again
   */
  prepare?: () => Promise<{ env: NodeJS.ProcessEnv; stop(): Promise<void> }>;
}

/**
 * Starts the whole product on a data folder: database, web, workers. Resolves when all are ready.
 * Whatever keeps it from starting and is the operator's to mend is answered as a problem; what had been started is ended first.
 */
export async function startProduct(settings: Settings, { say, signal, prepare }: StartOptions): Promise<StartResult> {
  const secretProblems = settings.databaseUrl ? checkSecrets(process.env) : [];
  if (secretProblems.length) return { ok: false, problems: secretProblems };

  const claim = claimDataFolder(settings.dataFolder);
  if (!claim.ok) {
    const where = claim.holder.url ? ` at ${claim.holder.url}` : "";
    return { ok: false, problems: [`Hooklane already runs on ${settings.dataFolder} (pid ${claim.holder.pid})${where}.`] };
  }
  const begun: (() => Promise<void>)[] = [async () => claim.release()];
  const stop = once(async () => {
    for (const end of begun.reverse()) await end();
  });
  try {
    const problem = (await portProblem(settings.port)) ?? (await opsPortProblem(settings));
    if (problem) {
      await stop();
      return { ok: false, problems: [problem] };
    }
    const prepared = await prepare?.();
    if (prepared) begun.push(prepared.stop);
    const stored = loadOrCreateSecrets(settings.dataFolder);
    const database = await openDatabase({ settings, postgresPassword: stored.postgresPassword, note: say });
    begun.push(database.stop);
    signal.throwIfAborted();
    const specs = processSpecs(settings, appSecrets(stored), database, prepared?.env ?? {});
    const supervisor = await supervise(specs, { dataFolder: settings.dataFolder, summarise: say, signal });
    begun.push(async () => void (await supervisor.stop(HARD_LIMIT_MS)));
    claim.announce(settings.publicUrl);
    return { ok: true, product: { url: settings.publicUrl, localUrl: `http://127.0.0.1:${settings.port}`, database, supervisor, stop } };
  } catch (error) {
    await stop();
    return { ok: false, problems: [(error as Error).message] };
  }
}

/** The first of the operator ports that is taken, where they were chosen. */
async function opsPortProblem({ opsPort, workers }: Settings): Promise<string | undefined> {
  if (!opsPort) return undefined;
  for (let place = 0; place <= workers; place++) {
    const problem = await portProblem(opsPort + place, "HOOKLANE_OPS_PORT");
    if (problem) return problem;
  }
  return undefined;
}

/** What the operator set wins over what the data folder holds. */
export function appSecrets(stored: { authSecret: string; secretKeys: string; installationId: string }): AppSecrets {
  return {
    authSecret: process.env.AUTH_SECRET || stored.authSecret,
    secretKeys: process.env.HOOKLANE_SECRET_KEYS || stored.secretKeys,
    installationId: stored.installationId,
  };
}

function once(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= action();
    return running;
  };
}
