"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { KeyValue } from "../../../ui/key-value.tsx";
import { formatRemaining } from "../../../ui/lib/format-time.ts";
import { ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Time } from "../../../ui/time.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import type { FrozenFilter } from "../lib/replay-form.ts";

interface ReplayPlanProps {
  filter: FrozenFilter;
  busy: boolean;
  onConfirm: () => void;
}

/** What a bulk replay would do, to be confirmed. */
export function ReplayPlan({ filter, busy, onConfirm }: ReplayPlanProps) {
  const { tenant } = useSession();
  const api = useApi();
  const place = useRef<HTMLDivElement>(null);
  const query = useQuery(api.replays.plan.queryOptions({ tenantId: tenant.id, ...filter }, { staleTime: Number.POSITIVE_INFINITY }));
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="max-w-3xl outline-none">
      <Card title="2. The plan">
        <div aria-live="polite">
          {query.isPending && <LoadingState rows={3} label="Counting" />}
          {query.isError && (
            <ErrorState title="There is no plan" detail={readProblem(query.error).detail} onRetry={() => query.refetch()} />
          )}
          {query.data?.selected === 0 && <Notice title="Nothing matches this filter">Change it, and look again.</Notice>}
          {query.data && query.data.selected > 0 && (
            <div className="flex flex-col gap-4">
              <KeyValue
                items={[
                  ["Deliveries", `${query.data.exact ? "" : "about "}${query.data.selected.toLocaleString("en")}`],
                  ["Oldest", query.data.oldest_at ? <Time key="oldest" at={query.data.oldest_at} exact /> : "–"],
                  ["Takes", `about ${formatRemaining(query.data.estimated_seconds * 1_000)}`],
                ]}
              />
              <p className="text-muted text-sm">
                The time is at the pace that the endpoint may be taken to allow now, beside its new events. A limit of your own is set in{" "}
                <Link href={`/${tenant.id}/endpoints/${filter.endpointId}/settings`} className="underline underline-offset-4">
                  its settings
                </Link>
                .
              </p>
              <div>
                <Button variant="primary" busy={busy} onClick={onConfirm}>
                  <RotateCw aria-hidden /> Replay {query.data.exact ? "" : "about "}
                  {query.data.selected.toLocaleString("en")} {query.data.selected === 1 ? "delivery" : "deliveries"}
                </Button>
              </div>
            </div>
          )}
        </div>
      </Card>
    </div>
  );
}
