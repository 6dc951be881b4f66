import { Worker } from "node:worker_threads";
import { done, type Refusal, type Result, refuse, unavailable } from "../result.ts";
import { checkTopology } from "./check-topology.ts";
import type { GeometryFault } from "./geometry-fault.ts";
import type { Feature, Geometry } from "./read-feature.ts";

/** A geometry up to this is judged at once: it takes a few milliseconds at most. Larger ones would hold up everybody's requests. */
const AT_ONCE_POSITIONS = 100;
const TIME_LIMIT_MS = 10_000;
/** Positions that may wait at once. */
const WAITING_POSITIONS = 2_000_000;
const WAITING_POSITIONS_OF_TENANT = 300_000;

interface Task {
  tenantId: string;
  geometry: Geometry;
  positions: number;
  settle: (outcome: Result<GeometryFault | undefined>) => void;
}

const tooComplex: GeometryFault = { reason: `The geometry takes more than ${TIME_LIMIT_MS / 1_000} s to be checked`, path: "geometry" };
const unchecked = unavailable("The geometry could not be checked; nothing was accepted.");

/**
 * Judges geometries, large ones on a thread of their own: judging one grows with the square of its size at the worst. Tenants take turns, so one that sends many
 * waits for itself.
 */
export class GeometryChecker {
  readonly #queues = new Map<string, Task[]>();
  readonly #waitingOf = new Map<string, number>();
  readonly #timeLimitMs: number;
  #waiting = 0;
  #thread: Worker | undefined;
  #current: { task: Task; timer: NodeJS.Timeout } | undefined;

  constructor(timeLimitMs = TIME_LIMIT_MS) {
    this.#timeLimitMs = timeLimitMs;
  }

  /** @returns why the geometry is not valid, or undefined when it is; a refusal when too many are waiting */
  check(tenantId: string, { geometry, positions, hasTopology }: Feature): Promise<Result<GeometryFault | undefined>> {
    if (!hasTopology) return Promise.resolve(done(undefined));
    if (positions <= AT_ONCE_POSITIONS) return Promise.resolve(done(checkTopology(geometry)));
    const refusal = this.#refuse(tenantId, positions);
    if (refusal) return Promise.resolve(refusal);
    return new Promise((settle) => {
      const queue = this.#queues.get(tenantId) ?? [];
      this.#queues.set(tenantId, queue);
      queue.push({ tenantId, geometry, positions, settle });
      this.#count(tenantId, positions);
      this.#next();
    });
  }

  async stop(): Promise<void> {
    const thread = this.#thread;
    this.#lose(unchecked);
    await thread?.terminate();
  }

  #refuse(tenantId: string, positions: number): Refusal | undefined {
    if ((this.#waitingOf.get(tenantId) ?? 0) + positions > WAITING_POSITIONS_OF_TENANT) {
      return {
        ...refuse("too_much_under_way", "Too many large geometries of this workspace are waiting to be checked."),
        retryAfterSeconds: 1,
      };
    }
    return this.#waiting + positions > WAITING_POSITIONS ? unavailable("Too many large geometries are waiting to be checked.") : undefined;
  }

  #count(tenantId: string, positions: number): void {
    this.#waiting += positions;
    const waiting = (this.#waitingOf.get(tenantId) ?? 0) + positions;
    if (waiting === 0) this.#waitingOf.delete(tenantId);
    else this.#waitingOf.set(tenantId, waiting);
  }

  /** Hands the thread the next geometry: of the tenant whose turn it is. */
  #next(): void {
    const [turn] = this.#queues;
    if (this.#current || !turn) return;
    const [tenantId, queue] = turn;
    const task = queue.shift() as Task;
    this.#queues.delete(tenantId);
    if (queue.length > 0) this.#queues.set(tenantId, queue); // behind the others
    const timer = setTimeout(() => this.#lose(done(tooComplex)), this.#timeLimitMs);
    this.#current = { task, timer };
    this.#thread ??= this.#start();
    this.#thread.postMessage(task.geometry);
  }

  #start(): Worker {
    const thread = new Worker(new URL("./geometry-thread.ts", import.meta.url));
    thread.unref();
    thread.on("message", (fault: GeometryFault | null) => {
      if (thread === this.#thread) this.#settle(done(fault ?? undefined));
    });
    thread.on("error", () => {
      if (thread === this.#thread) this.#lose(unchecked);
    });
    return thread;
  }

  /** Gives the thread up, and with it the geometry it is at. */
  #lose(outcome: Result<GeometryFault | undefined>): void {
    void this.#thread?.terminate();
    this.#thread = undefined;
    this.#settle(outcome);
  }

  #settle(outcome: Result<GeometryFault | undefined>): void {
    const current = this.#current;
    if (!current) return;
    clearTimeout(current.timer);
    this.#current = undefined;
    this.#count(current.task.tenantId, -current.task.positions);
    current.task.settle(outcome);
    this.#next();
  }
}
