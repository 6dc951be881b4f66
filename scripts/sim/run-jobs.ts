import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Job, JobResult } from "./job.ts";

/** Runs all jobs, as many at once as there are cores, in the order given. Rejects with the first error of a job. */
export async function runJobs(jobs: readonly Job[], onDone: (result: JobResult) => void): Promise<void> {
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

function work(thread: Worker, waiting: Job[], onDone: (result: JobResult) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (): void => {
      const job = waiting.shift();
      if (job) thread.postMessage(job);
      else resolve();
    };
    thread.on("message", (result: JobResult) => {
      onDone(result);
      next();
    });
    thread.once("error", reject);
    next();
  });
}
