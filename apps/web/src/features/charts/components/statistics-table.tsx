"use client";

import type { StatisticsBucket, StatisticsView } from "@hooklane/contracts";
import { useZone } from "../../../ui/clock.tsx";
import { formatBucket } from "../../../ui/lib/format-time.ts";
import { figures } from "../lib/figures.ts";

/** The same as the charts, as numbers: newest first. */
export function StatisticsTable({ statistics }: { statistics: StatisticsView }) {
  const zone = useZone();
  const columns = figures.flatMap(({ title, series, format }) =>
    series.map(({ id, label, value }) => ({ id, title, label, text: (bucket: StatisticsBucket) => textOf(value(bucket), format) })),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="max-h-112 overflow-auto" tabIndex={0} aria-label="The charts as a table">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr>
            <th scope="col" className="sticky top-0 border-b bg-surface px-3 py-2 text-left font-medium text-muted text-xs">
              {zone === "UTC" ? "From (UTC)" : "From"}
            </th>
            {columns.map(({ id, title, label }) => (
              <th key={id} scope="col" className="sticky top-0 border-b bg-surface px-3 py-2 text-right font-medium text-muted text-xs">
                <span className="block whitespace-nowrap">{title}</span>
                <span className="block whitespace-nowrap font-normal">{label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {statistics.buckets.toReversed().map((bucket) => (
            <tr key={bucket.at}>
              <th scope="row" className="whitespace-nowrap px-3 py-1.5 text-left font-normal tabular-nums">
                {formatBucket(Date.parse(bucket.at), statistics.step_ms, zone)}
              </th>
              {columns.map(({ id, text }) => (
                <td key={id} className="whitespace-nowrap px-3 py-1.5 text-right tabular-nums">
                  {text(bucket)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const textOf = (value: number | null, format: (value: number) => string): string => (value === null ? "–" : format(value));
