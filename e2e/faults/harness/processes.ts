import { readdirSync, readFileSync } from "node:fs";
import { childrenOf, isAlive, type ProductUnderTest, waitFor } from "@hooklane/testkit";

export type ProcessKind = "web" | "worker";

const restartTimeoutMs = 60_000;

/** Ends one process with a signal and waits until another runs in its place. @returns the pid of the new one */
export async function replace(product: ProductUnderTest, kind: ProcessKind, pid: number, signal: NodeJS.Signals): Promise<number> {
  const before = product.pids(kind);
  process.kill(pid, signal);
  await waitFor(() => !isAlive(pid), { what: `${kind} ${pid} to end`, timeoutMs: restartTimeoutMs });
  return waitFor(() => product.pids(kind).find((other) => !before.includes(other)), {
    what: `another ${kind} in place of ${pid}`,
    timeoutMs: restartTimeoutMs,
  });
}

/** Server processes of the database that serve a session of the product, by pid. */
export function databaseBackends(product: ProductUnderTest): number[] {
  return product
    .pids("postgres")
    .flatMap(childrenOf)
    .filter((pid) => / 127\.0\.0\.1\(\d+\)/.test(commandLine(pid)));
}

export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return "";
  }
}

/** Resident memory in megabytes; 0 for a process that has ended. */
export function rssMb(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** Open file descriptors; 0 for a process that has ended. */
export function openDescriptors(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

/** Looks at a number again and again and keeps the extremes. */
export function watchPeak(sample: () => number, everyMs = 250): { stop(): { first: number; peak: number; last: number } } {
  let last = sample();
  const seen = { first: last, peak: last };
  const look = () => {
    last = sample();
    seen.peak = Math.max(seen.peak, last);
  };
  const timer = setInterval(look, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return { ...seen, last };
    },
  };
}
