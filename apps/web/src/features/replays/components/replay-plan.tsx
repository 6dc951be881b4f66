"use client";

import type { ReplayPlan as Plan } from "@hooklane/contracts";
import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
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
import { type RateForm, readRate, secondsAt } from "../lib/replay-rate.ts";
import { RateField } from "./rate-field.tsx";

interface ReplayPlanProps {
  filter: FrozenFilter;
  busy: boolean;
  /** @param maxPerS the chosen rate, deliveries per second; null: the endpoint's own pace */
  onConfirm: (maxPerS: number | null) => void;
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
            <PlanAtRate
              plan={query.data}
              settings={`/${tenant.id}/endpoints/${filter.endpointId}/settings`}
              busy={busy}
              onConfirm={onConfirm}
            />
          )}
        </div>
      </Card>
    </div>
  );
}

interface PlanAtRateProps extends Pick<ReplayPlanProps, "busy" | "onConfirm"> {
  plan: Plan;
  /** Where the endpoint's own limit is set. */
  settings: string;
}

/** How many, since when, and how long at the rate that is chosen. */
function PlanAtRate({ plan, settings, busy, onConfirm }: PlanAtRateProps) {
  const [rate, setRate] = useState<RateForm>({ choice: "own", text: "" });
  const ownPerS = plan.own_rate_per_second;
  const read = readRate(rate, ownPerS);
  const about = plan.exact ? "" : "about ";
  const count = plan.selected.toLocaleString("en");
  return (
    <div className="flex flex-col gap-5">
      <RateField value={rate} ownPerS={ownPerS} error={!read.ok && rate.text !== "" ? read.error : undefined} onChange={setRate} />
      <KeyValue
        items={[
          ["Deliveries", `${about}${count}`],
          ["Oldest", plan.oldest_at ? <Time key="oldest" at={plan.oldest_at} exact /> : "–"],
          ["Takes", read.ok ? `about ${formatRemaining(secondsAt(plan.selected, ownPerS, read.maxPerS) * 1_000)}` : "–"],
        ]}
      />
      <p className="text-muted text-sm">
        {read.ok && read.maxPerS !== null && read.maxPerS > ownPerS
          ? "The endpoint may be taken to allow less than that now, so the time is at its own pace. "
          : "The endpoint's own pace is what it may be taken to allow now, beside its new events. "}
        A limit for everything it gets is set in{" "}
        <Link href={settings} className="underline underline-offset-4">
          its settings
        </Link>
        ; the rate of a replay can be changed while it runs.
      </p>
      <div>
        <Button variant="primary" busy={busy} disabled={!read.ok} onClick={() => read.ok && onConfirm(read.maxPerS)}>
          <RotateCw aria-hidden /> Replay {about}
          {count} {plan.selected === 1 ? "delivery" : "deliveries"}
        </Button>
      </div>
    </div>
  );
}
