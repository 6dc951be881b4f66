import type { Figure } from "../lib/figures.ts";
import { segmentsOf } from "../lib/scale.ts";
import { dashOf, fillOf, patternId, strokeOf } from "./patterns.tsx";

/** Where things stand in a chart, in pixels. */
export interface Place {
  /** The width of a bucket. */
  slot: number;
  /** The left edge of a bucket. */
  x: (index: number) => number;
  y: (value: number) => number;
}

interface MarksProps<Bucket> {
  figure: Figure<Bucket>;
  buckets: readonly Bucket[];
  place: Place;
}

/** Stacked bars, the first series at the bottom. */
export function Bars<Bucket extends { at: string }>({ figure, buckets, place, chartId }: MarksProps<Bucket> & { chartId: string }) {
  const gap = place.slot > 6 ? 2 : place.slot > 3 ? 1 : 0;
  return buckets.map((bucket, index) => {
    let below = 0;
    return (
      <g key={bucket.at}>
        {figure.series.map((series) => {
          const value = series.value(bucket) ?? 0;
          if (value === 0) return null;
          const [from, to] = [below, below + value];
          below = to;
          // However small: what happened is to be seen
          const height = Math.max(1, place.y(from) - place.y(to));
          const isSolid = series.look === "solid";
          return (
            <rect
              key={series.id}
              x={place.x(index) + gap / 2}
              y={place.y(from) - height}
              width={Math.max(1, place.slot - gap)}
              height={height}
              className={isSolid ? fillOf[series.tone] : strokeOf[series.tone]}
              {...(!isSolid && { fill: `url(#${patternId(chartId, series)})`, strokeWidth: 0.75 })}
            />
          );
        })}
      </g>
    );
  });
}

/** A line for each series, broken where nothing is known; a single bucket is a dot. */
export function Lines<Bucket>({ figure, buckets, place }: MarksProps<Bucket>) {
  return figure.series.map((series) => (
    <g key={series.id}>
      {segmentsOf(buckets.map(series.value)).map((segment) => {
        const points = segment.map(({ index, value }) => `${place.x(index) + place.slot / 2},${place.y(value)}`);
        const [first] = segment;
        if (!first) return null;
        if (segment.length === 1) {
          return (
            <circle
              key={first.index}
              cx={place.x(first.index) + place.slot / 2}
              cy={place.y(first.value)}
              r={2.5}
              className={fillOf[series.tone]}
            />
          );
        }
        return (
          <polyline
            key={first.index}
            points={points.join(" ")}
            fill="none"
            strokeWidth={1.75}
            strokeLinejoin="round"
            strokeLinecap="round"
            className={strokeOf[series.tone]}
            {...(dashOf[series.look] && { strokeDasharray: dashOf[series.look] })}
          />
        );
      })}
    </g>
  ));
}
