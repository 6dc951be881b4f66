"use client";

import { useSyncExternalStore } from "react";

const STORED = "hooklane.single-keys";
const listeners = new Set<() => void>();

function read(): boolean {
  try {
    return window.localStorage.getItem(STORED) !== "off";
  } catch {
    return true; // a browser that stores nothing
  }
}

function write(on: boolean): void {
  try {
    window.localStorage.setItem(STORED, on ? "on" : "off");
  } catch {
    // it then holds for this page alone, which is to say not at all
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether keys without a modifier are shortcuts: speech input and a resting hand press them unmeant, so they can be turned off. */
export const useSingleKeys = (): [on: boolean, set: (on: boolean) => void] => [useSyncExternalStore(subscribe, read, () => true), write];
