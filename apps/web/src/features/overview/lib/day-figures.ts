import type { OverviewView, StatisticsView } from "@hooklane/contracts";
import { formatCount, formatShare } from "../../../ui/lib/format-number.ts";
import { formatRemaining } from "../../../ui/lib/format-time.ts";

export interface DayFigure {
  term: string;
  value: string;
  note: string;
  /** Where what it counts is listed, below the workspace's address. */
  query: string;
  bad: boolean;
}

/** The numbers of a workspace's first page. @param totals of the last 24 hours; absent while they are read */
export function dayFigures(overview: OverviewView, totals: StatisticsView["totals"] | undefined): DayFigure[] {
  const attempts = totals ? totals.succeeded + totals.failed : 0;
  const unread = "…";
  return [
    {
      term: "Accepted",
      value: totals ? formatCount(totals.accepted) : unread,
      note: "deliveries, 24 h",
      query: "/deliveries?range=24h",
      bad: false,
    },
    {
      term: "Delivered",
      value: totals ? formatCount(totals.delivered) : unread,
      note: "24 h",
      query: "/deliveries?range=24h&state=delivered",
      bad: false,
    },
    {
      term: "Success rate",
      value: totals ? (attempts === 0 ? "–" : formatShare(totals.succeeded / attempts)) : unread,
      note: attempts === 0 ? "no attempts in 24 h" : `of ${formatCount(attempts)} attempts, 24 h`,
      query: "/deliveries?range=24h",
      bad: attempts > 0 && (totals?.succeeded ?? 0) < 0.5 * attempts,
    },
    {
      term: "Waiting",
      value: formatCount(overview.backlog),
      note: "now",
      query: "/deliveries?state=pending,inflight",
      bad: false,
    },
    {
      term: "Lag",
      value: overview.lag_seconds === 0 ? "none" : formatRemaining(overview.lag_seconds * 1_000),
      note: "of what could go now",
      query: "/deliveries?state=pending",
      bad: overview.lag_seconds > 60,
    },
    {
      term: "Dead",
      value: formatCount(overview.dead_count),
      note: "not replayed",
      query: "/deliveries?state=dead",
      bad: overview.dead_count > 0,
    },
  ];
}
