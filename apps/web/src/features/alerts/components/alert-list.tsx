"use client";

import { type AlertState, alertStates } from "@hooklane/contracts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { BellRing, Mail } from "lucide-react";
import { useQueryStates } from "nuqs";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { cn } from "../../../ui/cn.ts";
import { useIsInBrowser } from "../../../ui/in-browser.ts";
import { EmptyState, ErrorState, LoadingState, NoMatchState } from "../../../ui/list-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { alertParsers, alertQuery } from "../lib/alert-filters.ts";
import { groupAlerts } from "../lib/group-alerts.ts";
import { AlertItem } from "./alert-item.tsx";
import { alertStateText } from "./alert-status.tsx";
import { AlertSubject } from "./alert-subject.tsx";

const REFRESH_MS = 10_000;

const empty: Record<AlertState, { title: string; text: string }> = {
  open: {
    title: "Nothing is wrong",
    text: "Alerts open by themselves when an endpoint needs attention, and are over by themselves when it is well.",
  },
  acknowledged: { title: "Nobody looks after an alert", text: "Acknowledge an open alert to tell the others that you do." },
  muted: {
    title: "No alert is muted",
    text: "Mute an alert to get no mail of it for a while. It opens again after that, if it still holds.",
  },
  resolved: { title: "No alert has been resolved", text: "Alerts that are over are kept here for 90 days." },
};

/** The workspace's alerts in one state, by what they are about. */
export function AlertList() {
  const { tenant } = useSession();
  const api = useApi();
  const [filters, setFilters] = useQueryStates(alertParsers, { history: "push" });
  const query = useQuery(
    api.alerts.list.queryOptions(alertQuery(tenant.id, filters), { refetchInterval: REFRESH_MS, placeholderData: keepPreviousData }),
  );
  // The bell asks for them as well: in which order the two begin decides whether the first pass would know them
  const isInBrowser = useIsInBrowser();
  const counts = useQuery(api.alerts.count.queryOptions({ tenantId: tenant.id }, { refetchInterval: REFRESH_MS }));
  const body = () => {
    if (query.isPending) return <LoadingState label="Reading alerts" />;
    if (!query.data)
      return <ErrorState title="The alerts could not be read" detail={readProblem(query.error).detail} onRetry={() => query.refetch()} />;
    const { data, next_cursor: next } = query.data;
    if (data.length === 0 && filters.endpoint)
      return <NoMatchState title="No alert matches" onClear={() => void setFilters({ endpoint: null, cursor: null })} />;
    if (data.length === 0)
      return (
        <EmptyState icon={BellRing} title={empty[filters.state].title}>
          {empty[filters.state].text}
        </EmptyState>
      );
    return (
      <>
        <div className="divide-y">
          {groupAlerts(data).map((group) => (
            <section key={group.key}>
              <h2 className="border-b bg-sunken/60 px-4 py-2 font-medium text-sm">
                <AlertSubject about={group.about} />
              </h2>
              <div className="divide-y">
                {group.alerts.map((alert) => (
                  <AlertItem key={alert.id} alert={alert} />
                ))}
              </div>
            </section>
          ))}
        </div>
        {(filters.cursor || next) && (
          <Pagination
            summary={`${data.length} alerts`}
            onFirst={filters.cursor ? () => void setFilters({ cursor: null }) : undefined}
            onPrevious={undefined}
            onNext={next ? () => void setFilters({ cursor: next }) : undefined}
          />
        )}
      </>
    );
  };
  return (
    <>
      <PageHeader
        title="Alerts"
        description="What needs attention, what it comes from, and what mends it."
        actions={
          <ButtonLink href={`/${tenant.id}/notifications`}>
            <Mail aria-hidden /> Mail of alerts
          </ButtonLink>
        }
      />
      <Card flush>
        <nav aria-label="States" className="flex gap-1 overflow-x-auto border-b p-2">
          {alertStates.map((state) => {
            const { label, icon: Icon } = alertStateText[state];
            const n = state === "resolved" || !isInBrowser ? undefined : counts.data?.[state];
            const current = filters.state === state;
            return (
              <Button
                key={state}
                size="small"
                variant="quiet"
                aria-current={current ? "page" : undefined}
                className={cn("h-8", current && "bg-sunken text-ink")}
                onClick={() => void setFilters({ state, cursor: null })}
              >
                <Icon aria-hidden /> {label}
                {n !== undefined && <span className="tabular-nums">{n.toLocaleString("en")}</span>}
              </Button>
            );
          })}
        </nav>
        {body()}
      </Card>
    </>
  );
}
