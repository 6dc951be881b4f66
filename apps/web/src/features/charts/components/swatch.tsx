import { useId } from "react";
import type { Figure, Series } from "../lib/figures.ts";
import { dashOf, fillOf, Patterns, patternId, strokeOf } from "./patterns.tsx";

/** How a series looks, beside its name. */
export function Swatch({ series, kind }: { series: Pick<Series, "look" | "tone">; kind: Figure["kind"] }) {
  const id = useId();
  const { look, tone } = series;
  if (kind === "lines") {
    return (
      <svg aria-hidden="true" width="20" height="8" className="shrink-0">
        <line
          x1="1"
          x2="19"
          y1="4"
          y2="4"
          strokeWidth="2"
          strokeLinecap="round"
          className={strokeOf[tone]}
          {...(dashOf[look] && { strokeDasharray: dashOf[look] })}
        />
      </svg>
    );
  }
  const isSolid = look === "solid";
  return (
    <svg aria-hidden="true" width="12" height="12" className="shrink-0">
      <Patterns chartId={id} />
      <rect
        x="0.5"
        y="0.5"
        width="11"
        height="11"
        className={isSolid ? fillOf[tone] : strokeOf[tone]}
        {...(!isSolid && { fill: `url(#${patternId(id, series)})` })}
      />
    </svg>
  );
}
