"use client";

import { alertKinds, alertText } from "@hooklane/contracts";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import Link from "next/link";
import { toneText } from "../../../ui/badge.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { cn } from "../../../ui/cn.ts";
import { Time } from "../../../ui/time.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { AlertSubject } from "./alert-subject.tsx";

const REFRESH_MS = 10_000;
const SHOWN = 5;

/** The newest open alerts, for pages that show what needs attention. */
export function OpenAlerts({ endpointId }: { endpointId?: string }) {
  const { tenant } = useSession();
  const api = useApi();
  const base = `/${tenant.id}/alerts`;
  const query = useQuery(
    api.alerts.list.queryOptions({ tenantId: tenant.id, limit: SHOWN, ...(endpointId && { endpointId }) }, { refetchInterval: REFRESH_MS }),
  );
  const alerts = query.data?.data;
  const body = () => {
    if (query.isPending) return <p className="p-4 text-muted">Reading alerts</p>;
    if (!alerts) return <p className="p-4 text-bad">The alerts could not be read: {readProblem(query.error).detail}</p>;
    if (alerts.length === 0)
      return (
        <p className="flex items-center gap-2 p-4">
          <CircleCheck aria-hidden className="size-4 text-good" /> No alert is open.
        </p>
      );
    return (
      <ul className="divide-y">
        {alerts.map((alert) => {
          const { label, tone } = alertKinds[alert.kind];
          return (
            <li key={alert.id} className="px-4 py-2.5">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <Link
                  href={`${base}/${alert.id}`}
                  className={cn("font-medium underline-offset-4 hover:underline", tone === "info" ? toneText.live : toneText[tone])}
                >
                  {label}
                </Link>
                <span className="text-muted text-sm">
                  since <Time at={alert.first_seen} />
                </span>
              </p>
              <p className="min-w-0 text-sm">
                {endpointId ? alertText(alert.kind, alert.evidence).cause : <AlertSubject about={alert.about} />}
              </p>
            </li>
          );
        })}
      </ul>
    );
  };
  return (
    <Card
      flush
      title="Open alerts"
      actions={
        <ButtonLink size="small" href={endpointId ? `${base}?endpoint=${endpointId}` : base}>
          All alerts
        </ButtonLink>
      }
    >
      {body()}
    </Card>
  );
}
