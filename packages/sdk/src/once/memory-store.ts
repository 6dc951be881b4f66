import { randomUUID } from "node:crypto";
import type { OnceStore } from "./store.ts";

/**
 * Keys in the memory of this process: for tests, and for receivers that are one process and may forget everything when it ends. Nothing is ever
 * removed.
 * @param nowMs gives the time in milliseconds
 */
export function memoryStore(nowMs: () => number = Date.now): OnceStore {
  const entries = new Map<string, { token: string; leaseEndsAtMs: number; isCompleted: boolean }>();
  return {
    async claim(key, leaseMs) {
      const held = entries.get(key);
      if (held?.isCompleted) return { state: "completed" };
      if (held && held.leaseEndsAtMs > nowMs()) return { state: "in_progress", leaseLeftMs: held.leaseEndsAtMs - nowMs() };
      const token = randomUUID();
      entries.set(key, { token, leaseEndsAtMs: nowMs() + leaseMs, isCompleted: false });
      return { state: "claimed", token };
    },
    async complete(key, token) {
      const held = entries.get(key);
      if (held?.token !== token) return false;
      held.isCompleted = true;
      return true;
    },
    async release(key, token) {
      if (entries.get(key)?.token === token) entries.delete(key);
    },
  };
}
