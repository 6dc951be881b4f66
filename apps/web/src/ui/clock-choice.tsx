"use client";

import { Clock, Globe } from "lucide-react";
import { useClock } from "./clock.tsx";
import { MenuChoice } from "./menu.tsx";

const options = [
  {
    value: "local",
    label: (
      <>
        <Clock aria-hidden /> Browser's time zone
      </>
    ),
  },
  {
    value: "utc",
    label: (
      <>
        <Globe aria-hidden /> UTC
      </>
    ),
  },
] as const;

/** The zone of exact times. @param onChange keeps the choice */
export function ClockChoice({ onChange }: { onChange: (utc: boolean) => void }) {
  const { utc, setUtc } = useClock();
  return (
    <MenuChoice
      label="Exact times"
      value={utc ? "utc" : "local"}
      options={options}
      onChange={(next) => {
        setUtc(next === "utc");
        onChange(next === "utc");
      }}
    />
  );
}
