"use client";

import { statisticsRangeNames } from "@hooklane/contracts";
import { ChartColumn, Table2 } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { cn } from "../../../ui/cn.ts";
import { ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { readProblem } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { useStatistics } from "../hooks/use-statistics.ts";
import { figures, rangeLabels } from "../lib/figures.ts";
import { FigureChart } from "./figure-chart.tsx";
import { StatisticsTable } from "./statistics-table.tsx";

const views = ["charts", "table"] as const;

/** What happened over time, as charts or as a table; span and form stand in the address. @param endpointId of this endpoint alone */
export function StatisticsCard({ endpointId }: { endpointId?: string }) {
  const { tenant } = useSession();
  const { query, range, setRange } = useStatistics(endpointId);
  const [view, setView] = useQueryState("view", parseAsStringLiteral(views).withDefault("charts"));
  const log = endpointId === undefined ? `/${tenant.id}/deliveries` : `/${tenant.id}/endpoints/${endpointId}/deliveries`;
  const logHref = (since: string, until: string) => `${log}?${new URLSearchParams({ since, until })}`;
  const body = () => {
    if (query.isPending) return <LoadingState label="Reading what happened" />;
    if (!query.data)
      return (
        <ErrorState title="What happened could not be read" detail={readProblem(query.error).detail} onRetry={() => query.refetch()} />
      );
    if (view === "table") return <StatisticsTable statistics={query.data} />;
    return (
      <div className="grid grid-cols-1 gap-x-8 gap-y-6 p-4 md:grid-cols-2 xl:grid-cols-3">
        {figures.map((figure) => (
          <FigureChart key={figure.id} figure={figure} statistics={query.data} logHref={logHref} />
        ))}
      </div>
    );
  };
  return (
    <Card
      flush
      title="Over time"
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <fieldset className="flex gap-1">
            <legend className="sr-only">Span of time</legend>
            {statisticsRangeNames.map((name) => (
              <Button
                key={name}
                size="small"
                aria-pressed={name === range}
                className={cn(name === range && "border-accent bg-accent-soft enabled:hover:border-accent enabled:hover:bg-accent-soft")}
                onClick={() => setRange(name)}
              >
                {rangeLabels[name]}
              </Button>
            ))}
          </fieldset>
          <Button size="small" variant="quiet" onClick={() => void setView(view === "table" ? "charts" : "table")}>
            {view === "table" ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
            {view === "table" ? "Charts" : "Table"}
          </Button>
        </div>
      }
    >
      {body()}
    </Card>
  );
}
