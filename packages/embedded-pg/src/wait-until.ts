import { setTimeout as sleep } from "node:timers/promises";

/** Polls `holds` every 15 ms. Answers false when it still does not hold after `timeoutMs`. */
export async function waitUntil(holds: () => boolean, timeoutMs: number): Promise<boolean> {
  const endsAt = performance.now() + timeoutMs;
  while (!holds()) {
    if (performance.now() >= endsAt) return false;
    await sleep(15);
  }
  return true;
}
