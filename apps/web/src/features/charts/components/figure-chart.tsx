"use client";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from "react";
import { useZone } from "../../../ui/clock.tsx";
import { cn } from "../../../ui/cn.ts";
import { formatBucket, formatSpan, formatTick } from "../../../ui/lib/format-time.ts";
import { useWidth } from "../hooks/use-width.ts";
import { bucketText, type Figure, peakOf } from "../lib/figures.ts";
import { axisMarks, timeMarks } from "../lib/scale.ts";
import { Bars, Lines, type Place } from "./marks.tsx";
import { Patterns } from "./patterns.tsx";
import { Swatch } from "./swatch.tsx";

const HEIGHT_PX = 132;
const EDGE = { left: 52, right: 8, top: 8, bottom: 20 };
const MARK_EVERY_PX = 90;

interface FigureChartProps<Bucket extends { at: string }> {
  figure: Figure<Bucket>;
  statistics: { step_ms: number; buckets: readonly Bucket[] };
  /** Where the deliveries of a span of time are listed. */
  logHref: (since: string, until: string) => string;
}

/**
 * One figure over time. It takes the focus: the arrow keys walk through its buckets, whose values are told in words below it, as they are on hover.
 * Enter, or a click, opens the log of that stretch of time.
 */
export function FigureChart<Bucket extends { at: string }>({ figure, statistics, logHref }: FigureChartProps<Bucket>) {
  const { buckets, step_ms: stepMs } = statistics;
  const chartId = useId();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, 320);
  const zone = useZone();
  const router = useRouter();
  const [looked, setLooked] = useState<number>();
  const at = Math.min(looked ?? buckets.length - 1, buckets.length - 1);
  const bucket = buckets[at];
  const marks = axisMarks(peakOf(figure, buckets), figure.steps);
  const top = marks.at(-1) ?? 1;
  const plotWidth = Math.max(1, width - EDGE.left - EDGE.right);
  const plotHeight = HEIGHT_PX - EDGE.top - EDGE.bottom;
  const place: Place = {
    slot: plotWidth / buckets.length,
    x: (index) => EDGE.left + (index * plotWidth) / buckets.length,
    y: (value) => EDGE.top + plotHeight * (1 - value / top),
  };
  if (!bucket) return null;
  const when = formatBucket(Date.parse(bucket.at), stepMs, zone);
  const text = bucketText(figure, bucket);
  const open = () => router.push(logHref(bucket.at, new Date(Date.parse(bucket.at) + stepMs).toISOString()));
  const move = (event: KeyboardEvent) => {
    if (event.key === "Enter") return open();
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buckets.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setLooked(Math.min(buckets.length - 1, Math.max(0, next)));
  };
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - EDGE.left;
    setLooked(Math.min(buckets.length - 1, Math.max(0, Math.floor((x / plotWidth) * buckets.length))));
  };
  return (
    <section aria-labelledby={`${chartId}-title`} className="min-w-0">
      <h3 id={`${chartId}-title`} className="font-medium text-sm">
        {figure.title}
      </h3>
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-labelledby={`${chartId}-title`}
        aria-valuemin={0}
        aria-valuemax={buckets.length - 1}
        aria-valuenow={at}
        aria-valuetext={`${when}: ${text}`}
        aria-description="Arrow keys walk through time; Enter opens the log of the chosen stretch."
        onKeyDown={move}
        onClick={open}
        onPointerMove={point}
        onPointerLeave={() => setLooked(undefined)}
        onBlur={() => setLooked(undefined)}
        className="mt-1.5 cursor-pointer rounded"
      >
        <svg aria-hidden="true" width={width} height={HEIGHT_PX} viewBox={`0 0 ${width} ${HEIGHT_PX}`} className="block w-full">
          <Patterns chartId={chartId} />
          {marks.map((mark) => (
            <g key={mark}>
              <line x1={EDGE.left} x2={width - EDGE.right} y1={place.y(mark)} y2={place.y(mark)} className="stroke-line" />
              <text x={EDGE.left - 6} y={place.y(mark) + 4} textAnchor="end" className="fill-muted text-2xs tabular-nums">
                {(figure.steps ? formatSpan : figure.format)(mark)}
              </text>
            </g>
          ))}
          {looked !== undefined && <rect x={place.x(at)} y={EDGE.top} width={place.slot} height={plotHeight} className="fill-sunken" />}
          {figure.kind === "bars" ? (
            <Bars figure={figure} buckets={buckets} place={place} chartId={chartId} />
          ) : (
            <Lines figure={figure} buckets={buckets} place={place} />
          )}
          {timeMarks(buckets.length, Math.floor(plotWidth / MARK_EVERY_PX)).map((index) => (
            <text key={index} x={place.x(index)} y={HEIGHT_PX - 5} className="fill-muted text-2xs tabular-nums">
              {formatTick(Date.parse(buckets[index]?.at ?? bucket.at), stepMs, zone)}
            </text>
          ))}
        </svg>
      </div>
      <p className="flex min-h-5 flex-wrap items-center gap-x-3 gap-y-0.5 text-xs">
        <span className={cn("text-muted tabular-nums", looked === undefined && "sr-only")}>{when}</span>
        {figure.series.map((series) => {
          const value = series.value(bucket);
          return (
            <span key={series.id} className="inline-flex items-center gap-1.5">
              <Swatch series={series} kind={figure.kind} />
              {series.label}
              {looked !== undefined && <span className="font-medium tabular-nums">{value === null ? "–" : figure.format(value)}</span>}
            </span>
          );
        })}
      </p>
    </section>
  );
}
