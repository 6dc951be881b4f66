"use client";

import type { EventTypeHistory } from "@hooklane/contracts";
import { useQuery } from "@tanstack/react-query";
import { ChartColumn, Table2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { useZone } from "../../../ui/clock.tsx";
import { formatCount } from "../../../ui/lib/format-number.ts";
import { formatBucket } from "../../../ui/lib/format-time.ts";
import { ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import type { Figure } from "../lib/figures.ts";
import { FigureChart } from "./figure-chart.tsx";

const REFRESH_MS = 30_000;

type Bucket = EventTypeHistory["buckets"][number];

const figure: Figure<Bucket> = {
  id: "events",
  title: "Events accepted",
  kind: "bars",
  format: formatCount,
  reaches: 4,
  series: [{ id: "events", label: "Events", look: "solid", tone: "live", value: ({ events }) => events }],
};

/** How many events of a type came in the last week, as a chart or as a table. */
export function EventVolumeCard({ name }: { name: string }) {
  const { tenant } = useSession();
  const api = useApi();
  const query = useQuery(api.eventTypes.history.queryOptions({ tenantId: tenant.id, name }, { refetchInterval: REFRESH_MS }));
  const [isTable, setIsTable] = useState(false);
  const body = () => {
    if (query.isPending) return <LoadingState label="Counting events" />;
    if (!query.data)
      return <ErrorState title="Events could not be counted" detail={readProblem(query.error).detail} onRetry={() => query.refetch()} />;
    if (isTable) return <VolumeTable history={query.data} />;
    const log = `/${tenant.id}/events?${new URLSearchParams({ type: name })}`;
    return (
      <div className="p-4">
        <FigureChart figure={figure} statistics={query.data} logHref={() => log} />
      </div>
    );
  };
  return (
    <Card
      flush
      title="Last 7 days"
      actions={
        <Button size="small" variant="quiet" onClick={() => setIsTable(!isTable)}>
          {isTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
          {isTable ? "Chart" : "Table"}
        </Button>
      }
    >
      {body()}
    </Card>
  );
}

/** The same as the chart, as numbers: newest first. */
function VolumeTable({ history }: { history: EventTypeHistory }) {
  const zone = useZone();
  const heading = "sticky top-0 border-b bg-surface px-4 py-2 font-medium text-muted text-xs";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="max-h-80 overflow-auto" tabIndex={0} aria-label="The chart as a table">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr>
            <th scope="col" className={`${heading} text-left`}>
              {zone === "UTC" ? "From (UTC)" : "From"}
            </th>
            <th scope="col" className={`${heading} text-right`}>
              Events
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {history.buckets.toReversed().map(({ at, events }) => (
            <tr key={at}>
              <th scope="row" className="whitespace-nowrap px-4 py-1.5 text-left font-normal tabular-nums">
                {formatBucket(Date.parse(at), history.step_ms, zone)}
              </th>
              <td className="px-4 py-1.5 text-right tabular-nums">{formatCount(events)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
