import type { StatisticsBucket, StatisticsRange } from "@hooklane/contracts";
import { formatCount, formatShare } from "../../../ui/lib/format-number.ts";
import { formatDuration, formatRemaining } from "../../../ui/lib/format-time.ts";

/** How a series is drawn: each can be told from the others without colours. */
export type Look = "solid" | "hatched" | "crossed" | "dashed" | "dotted";

export interface Series<Bucket = StatisticsBucket> {
  id: string;
  label: string;
  look: Look;
  tone: "good" | "bad" | "wait" | "live" | "ink";
  /** Null: nothing is known of that bucket. */
  value: (bucket: Bucket) => number | null;
}

export interface Figure<Bucket = StatisticsBucket> {
  id: string;
  title: string;
  /** Bars are stacked, in order; lines stand side by side. */
  kind: "bars" | "lines";
  series: readonly Series<Bucket>[];
  format: (value: number) => string;
  /** How far apart marks of the axis may be; absent: round numbers. */
  steps?: readonly number[];
  /** The axis reaches at least so far; absent: what is shown. */
  reaches?: number;
}

const successOf = ({ succeeded, failed }: Pick<StatisticsBucket, "succeeded" | "failed">): number | null =>
  succeeded + failed === 0 ? null : succeeded / (succeeded + failed);

const formatMs = (ms: number): string => (ms === 0 ? "0" : formatDuration(ms));
const formatSeconds = (seconds: number): string => (seconds === 0 ? "0" : formatRemaining(seconds * 1_000));

/** So far an axis of counts reaches at least, so that its marks are whole numbers. */
const FEW = 4;

/** What is drawn of each endpoint and of the workspace. */
export const figures: readonly Figure[] = [
  {
    id: "volume",
    title: "Deliveries",
    kind: "bars",
    format: formatCount,
    reaches: FEW,
    series: [
      { id: "delivered", label: "Delivered", look: "solid", tone: "good", value: ({ delivered }) => delivered },
      { id: "dead", label: "Died", look: "crossed", tone: "bad", value: ({ dead }) => dead },
    ],
  },
  {
    id: "success",
    title: "Success rate of attempts",
    kind: "lines",
    format: formatShare,
    reaches: 1,
    series: [{ id: "rate", label: "Succeeded", look: "solid", tone: "good", value: successOf }],
  },
  {
    id: "latency",
    title: "Time to answer",
    kind: "lines",
    format: formatMs,
    series: [
      { id: "p50", label: "p50", look: "solid", tone: "live", value: ({ latency }) => latency?.p50_ms ?? null },
      { id: "p95", label: "p95", look: "dashed", tone: "wait", value: ({ latency }) => latency?.p95_ms ?? null },
      { id: "p99", label: "p99", look: "dotted", tone: "bad", value: ({ latency }) => latency?.p99_ms ?? null },
    ],
  },
  {
    id: "attempts",
    title: "Attempts",
    kind: "bars",
    format: formatCount,
    reaches: FEW,
    series: [
      { id: "succeeded", label: "Succeeded", look: "solid", tone: "good", value: ({ succeeded }) => succeeded },
      { id: "failed", label: "Failed", look: "hatched", tone: "bad", value: ({ failed }) => failed },
    ],
  },
  {
    id: "backlog",
    title: "Backlog",
    kind: "bars",
    format: formatCount,
    reaches: FEW,
    series: [{ id: "backlog", label: "Waiting, at its most", look: "hatched", tone: "wait", value: ({ backlog }) => backlog }],
  },
  {
    id: "age",
    title: "Longest due",
    kind: "lines",
    format: formatSeconds,
    steps: [1, 5, 15, 30, 60, 300, 900, 1_800, 3_600, 6 * 3_600, 86_400],
    series: [{ id: "age", label: "Due for", look: "solid", tone: "wait", value: ({ oldest_due_seconds: seconds }) => seconds }],
  },
];

/** The largest value that a figure shows. */
export function peakOf<Bucket>({ kind, series, reaches = 0 }: Figure<Bucket>, buckets: readonly Bucket[]): number {
  const of = (bucket: Bucket): number => {
    const values = series.map(({ value }) => value(bucket) ?? 0);
    return kind === "bars" ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  };
  return Math.max(reaches, ...buckets.map(of));
}

/** A bucket in words: "Delivered 12, Died 3". */
export const bucketText = <Bucket>({ series, format }: Figure<Bucket>, bucket: Bucket): string =>
  series
    .map(({ label, value }) => {
      const n = value(bucket);
      return `${label} ${n === null ? "–" : format(n)}`;
    })
    .join(", ");

export const rangeLabels: Record<StatisticsRange, string> = { "1h": "1 hour", "24h": "24 hours", "7d": "7 days", "30d": "30 days" };
