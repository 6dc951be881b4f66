"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { useIsInBrowser } from "./in-browser.ts";

interface Clock {
  /** Exact times are shown in UTC instead of the browser's zone. */
  utc: boolean;
  setUtc: (utc: boolean) => void;
}

const Context = createContext<Clock>({ utc: true, setUtc: () => {} });

/** In which zone exact times are shown below. @param initialUtc as it is kept for the person */
export function ClockProvider({ initialUtc, children }: { initialUtc: boolean; children: ReactNode }) {
  const [utc, setUtc] = useState(initialUtc);
  const clock = useMemo(() => ({ utc, setUtc }), [utc]);
  return <Context value={clock}>{children}</Context>;
}

export const useClock = (): Clock => useContext(Context);

/** The zone of exact times: "UTC", or undefined for the browser's. What the server renders is UTC, as it knows no other. */
export function useZone(): "UTC" | undefined {
  const { utc } = useClock();
  const isInBrowser = useIsInBrowser();
  return utc || !isInBrowser ? "UTC" : undefined;
}
