"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import Link from "next/link";
import { ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { cn } from "../../../ui/cn.ts";
import { ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { DeliveryTable } from "../../deliveries/index.ts";
import { byAttention, EndpointTable, endpointAttention } from "../../endpoints/index.ts";
import { useSession } from "../../session/index.ts";
import { onboardingSteps } from "../lib/onboarding.ts";
import { totalsOf } from "../lib/totals.ts";
import { OnboardingCard } from "./onboarding-card.tsx";

const REFRESH_MS = 5_000;
const SHOWN_DELIVERIES = 8;
const SHOWN_ENDPOINTS = 5;

/** A workspace at a glance: what wants a look first, then what happens. */
export function Overview() {
  const { tenant } = useSession();
  const api = useApi();
  const tenantId = tenant.id;
  const base = `/${tenantId}`;
  const refresh = { refetchInterval: REFRESH_MS };
  const endpoints = useQuery(api.endpoints.list.queryOptions({ tenantId }, refresh));
  const deliveries = useQuery(api.deliveries.list.queryOptions({ tenantId }, refresh));
  const keys = useQuery(api.keys.list.queryOptions({ tenantId }));
  const queries = [endpoints, deliveries, keys];
  const header = <PageHeader title={tenant.name} />;
  if (!endpoints.data || !deliveries.data || !keys.data) {
    const failed = queries.find((query) => query.isError);
    return (
      <>
        {header}
        <Card flush>
          {failed ? (
            <ErrorState
              title="The workspace could not be read"
              detail={readProblem(failed.error).detail}
              onRetry={() => Promise.all(queries.map((query) => query.refetch()))}
            />
          ) : (
            <LoadingState label="Reading the workspace" />
          )}
        </Card>
      </>
    );
  }

  const list = endpoints.data.data;
  const more = endpoints.data.has_more ? "+" : "";
  const totals = totalsOf(list);
  const troubled = byAttention(list).filter((endpoint) => endpointAttention(endpoint));
  const steps = onboardingSteps({ endpoints: list, keys: keys.data, deliveries: deliveries.data.data });
  const recent = deliveries.data.data.slice(0, SHOWN_DELIVERIES);
  return (
    <>
      {header}
      <dl className="grid grid-cols-2 overflow-hidden rounded-lg border bg-surface shadow-card lg:grid-cols-4">
        <Figure term="Endpoints" value={`${totals.endpoints}${more}`} href={`${base}/endpoints`} />
        <Figure term="Need attention" value={`${troubled.length}${more}`} href={`${base}/endpoints`} bad={troubled.length > 0} />
        <Figure term="Pending" value={`${totals.backlog.toLocaleString("en")}${more}`} href={`${base}/deliveries?state=pending,inflight`} />
        <Figure
          term="Dead, not replayed"
          value={`${totals.dead.toLocaleString("en")}${more}`}
          href={`${base}/deliveries?state=dead`}
          bad={totals.dead > 0}
        />
      </dl>
      {steps.some((step) => !step.done) && <OnboardingCard base={base} steps={steps} />}
      {list.length > 0 && (
        <Card flush title="Needs attention">
          {troubled.length > 0 ? (
            <EndpointTable tenantId={tenantId} rows={troubled.slice(0, SHOWN_ENDPOINTS)} />
          ) : (
            <p className="flex items-center gap-2 p-4">
              <CircleCheck aria-hidden className="size-4 text-good" /> All endpoints are well.
            </p>
          )}
        </Card>
      )}
      {recent.length > 0 && (
        <Card
          flush
          title="Latest deliveries"
          actions={
            <ButtonLink size="small" href={`${base}/deliveries`}>
              All deliveries
            </ButtonLink>
          }
        >
          <DeliveryTable tenantId={tenantId} rows={recent} />
        </Card>
      )}
    </>
  );
}

/** A number, which leads to what it counts. */
function Figure({ term, value, href, bad = false }: { term: string; value: string; href: string; bad?: boolean }) {
  return (
    <div className="relative px-4 py-3 hover:bg-sunken/60 max-lg:odd:border-r max-lg:[&:nth-child(n+3)]:border-t lg:[&:not(:first-child)]:border-l">
      <dt className="text-muted text-sm">{term}</dt>
      <dd className={cn("font-semibold text-2xl tabular-nums tracking-tight", bad && "text-bad")}>
        <Link href={href} className="after:absolute after:inset-0">
          {value}
        </Link>
      </dd>
    </div>
  );
}
