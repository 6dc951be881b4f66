import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { type BackOff, restartBackOff, restartDelayMs } from "./back-off.ts";
import { type LivenessRules, livenessRules, untilDead } from "./liveness-watch.ts";
import type { ProcessLog } from "./process-log.ts";

export interface ProcessSpec {
  /** In logs and messages: `web`, `worker-1`. */
  name: string;
  /** A TypeScript file that the running Node executes. */
  entry: string;
  args?: string[];
  /** Options of Node itself. */
  nodeOptions?: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Resolves when the process serves; absent: when it sends the message `{ready: true}`. */
  untilReady?: (alive: () => boolean) => Promise<void>;
}

/** How a process ended: by itself with a code, or by a signal. */
export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** What a process may tell the one that started it. */
interface Message {
  ready?: unknown;
  /** Its operator port; from then on it is asked whether it lives. */
  opsUrl?: unknown;
}

/** A process that dies this often before it has ever been ready will not become ready by being started again. */
const MAX_FAILED_STARTS = 3;
/** A process has ended, but something it started still holds its output open. */
const OUTPUT_GRACE_MS = 1_000;

/**
 * Keeps one process running: starts it again, with back-off, when it dies or says itself that it is as good as dead. The process has a channel to this one and must exit when the
 * channel closes, so it ends even if this process is killed. It is in a process group of its own: Ctrl-C reaches this process alone, and
 * this process decides the order in which things end.
 */
export class SupervisedProcess {
  readonly spec: ProcessSpec;
  readonly #log: ProcessLog;
  readonly #backOff: BackOff;
  readonly #liveness: LivenessRules;
  #child: ChildProcess | undefined;
  #ended: Promise<Ending> = Promise.resolve({ code: null, signal: null });
  #stopping = new AbortController();
  #everReady = false;
  #readyNow = false;
  #failures = 0;
  #wasDead = false;
  #announce: PromiseWithResolvers<void> = Promise.withResolvers();

  constructor(spec: ProcessSpec, log: ProcessLog, backOff: BackOff = restartBackOff, liveness: LivenessRules = livenessRules) {
    this.spec = spec;
    this.#log = log;
    this.#backOff = backOff;
    this.#liveness = liveness;
    this.#announce.promise.catch(() => {}); // nobody has to wait for it
  }

  /** Of the process that runs now; undefined between two. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get ready(): boolean {
    return this.#readyNow;
  }

  /**
   * Starts the process and supervises it from now on.
   * @returns resolves when it is ready for the first time; rejects when it died three times before, or was stopped
   */
  start(): Promise<void> {
    void this.#run();
    return this.#announce.promise;
  }

  /**
   * Asks the process to drain and end (SIGTERM), and kills it after `hardLimitMs`.
   * @returns how it ended
   */
  async stop(hardLimitMs: number): Promise<Ending> {
    this.#stopping.abort();
    const child = this.#child;
    child?.kill("SIGTERM");
    const timer = setTimeout(() => {
      this.#log.note(`did not end within ${hardLimitMs / 1000} s: killed`);
      child?.kill("SIGKILL");
    }, hardLimitMs);
    const ending = await this.#ended;
    clearTimeout(timer);
    this.#announce.reject(new Error(`${this.spec.name} was stopped`));
    return ending;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const startedAt = performance.now();
      const ending = await this.#runOnce();
      this.#readyNow = false;
      if (this.#stopping.signal.aborted) return;
      // One that had to be ended lived long and was not well
      this.#failures = performance.now() - startedAt >= this.#backOff.healthyMs && !this.#wasDead ? 0 : this.#failures;
      const delayMs = restartDelayMs(this.#failures++, this.#backOff);
      if (!this.#everReady && this.#failures >= MAX_FAILED_STARTS) {
        this.#announce.reject(new Error(`${this.spec.name} does not start (${describeEnding(ending)}); see ${this.#log.file}`));
        return;
      }
      this.#log.note(`ended (${describeEnding(ending)}); started again in ${delayMs} ms`);
      await sleep(delayMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
    }
  }

  async #runOnce(): Promise<Ending> {
    const child = spawn(process.execPath, [...(this.spec.nodeOptions ?? []), this.spec.entry, ...(this.spec.args ?? [])], {
      env: this.spec.env,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      detached: true,
    });
    this.#child = child;
    this.#wasDead = false;
    this.#ended = new Promise((resolve) => {
      child.once("close", (code, signal) => resolve({ code, signal })); // its last lines are read by then
      child.once("exit", (code, signal) => setTimeout(resolve, OUTPUT_GRACE_MS, { code, signal }));
      child.once("error", (error) => {
        this.#log.note(error.message);
        if (child.pid === undefined) resolve({ code: null, signal: null });
      });
    });
    if (child.stdout) this.#log.follow(child.stdout, "stdout");
    if (child.stderr) this.#log.follow(child.stderr, "stderr");
    const over = new AbortController();
    child.on("message", ({ opsUrl }: Message) => {
      if (typeof opsUrl === "string") void this.#watch(child, opsUrl, over.signal);
    });
    void this.#awaitReady(child);
    const ending = await this.#ended;
    over.abort();
    this.#child = undefined;
    return ending;
  }

  /** Ends a process that runs and is dead all the same; what follows is as if it had ended by itself. */
  async #watch(child: ChildProcess, opsUrl: string, over: AbortSignal): Promise<void> {
    this.#log.note(`metrics at ${opsUrl}/metrics`);
    const death = await untilDead(opsUrl, this.#liveness, AbortSignal.any([over, this.#stopping.signal]));
    if (!death) return;
    this.#wasDead = true;
    this.#log.note(`is dead and is ended: ${death.why}`);
    child.kill(death.answers ? "SIGTERM" : "SIGKILL");
    const timer = setTimeout(() => child.kill("SIGKILL"), this.#liveness.drainMs);
    over.addEventListener("abort", () => clearTimeout(timer), { once: true });
  }

  async #awaitReady(child: ChildProcess): Promise<void> {
    if (this.spec.untilReady) {
      await this.spec.untilReady(() => this.#child === child);
    } else {
      await new Promise<void>((resolve) => {
        child.on("message", ({ ready }: Message) => ready === true && resolve());
        child.once("exit", () => resolve());
      });
    }
    if (this.#child !== child || child.exitCode !== null || child.signalCode !== null) return;
    this.#readyNow = true;
    this.#everReady = true;
    this.#announce.resolve();
  }
}

const describeEnding = ({ code, signal }: Ending) => (signal ? `signal ${signal}` : `exit code ${code ?? "none"}`);
