import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Job, JobResult } from "./job.ts";

/** Runs all jobs, as many at once as there are cores, in the order given. Rejects with the first error of a job. */
export async function runJobs(jobs: readonly Job[], onDone: (job: Job, result: JobResult) => void): Promise<void> {
  const waiting = [...jobs];
  const threads = Array.from(
    { length: Math.min(availableParallelism(), jobs.length) },
    () => new Worker(new URL("./job-thread.ts", import.meta.url)),
  );
  try {
    await Promise.all(threads.map((thread) => work(thread, waiting, onDone)));
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

function work(thread: Worker, waiting: Job[], onDone: (job: Job, result: JobResult) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let current: Job | undefined;
    const next = (): void => {
      current = waiting.shift();
      if (current) thread.postMessage(current);
      else resolve();
    };
    thread.on("message", (result: JobResult) => {
      onDone(current as Job, result);
      next();
    });
    thread.once("error", reject);
    next();
  });
}
