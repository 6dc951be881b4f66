"use client";

import type { OverviewView } from "@hooklane/contracts";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { cn } from "../../../ui/cn.ts";
import { formatCount } from "../../../ui/lib/format-number.ts";
import { useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { dayFigures } from "../lib/day-figures.ts";

const REFRESH_MS = 15_000;

/** The numbers of the last 24 hours and of now, each of which leads to the log behind it. */
export function DayFigures({ base, overview }: { base: string; overview: OverviewView }) {
  const { tenant } = useSession();
  const api = useApi();
  const day = useQuery(api.statistics.get.queryOptions({ tenantId: tenant.id, range: "24h" }, { refetchInterval: REFRESH_MS }));
  return (
    <section aria-label="The last 24 hours, and now" className="overflow-hidden rounded-lg border bg-surface shadow-card">
      <dl className="-mb-px -mr-px grid grid-cols-2 sm:grid-cols-3 lg:grid-cols-6">
        {dayFigures(overview, day.data?.totals).map(({ term, value, note, query, bad }) => (
          <div key={term} className="relative border-r border-b px-4 py-3 hover:bg-sunken/60">
            <dt className="text-muted text-sm">{term}</dt>
            <dd className={cn("font-semibold text-2xl tabular-nums tracking-tight", bad && "text-bad")}>
              <Link href={`${base}${query}`} className="after:absolute after:inset-0">
                {value}
              </Link>
            </dd>
            <dd className="text-muted text-xs">{note}</dd>
          </div>
        ))}
      </dl>
      <p className="sr-only">{formatCount(overview.endpoints)} endpoints in all.</p>
    </section>
  );
}
