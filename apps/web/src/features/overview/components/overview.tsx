"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { OpenAlerts } from "../../alerts/index.ts";
import { readProblem, useApi } from "../../api/index.ts";
import { StatisticsCard } from "../../charts/index.ts";
import { DeliveryTable } from "../../deliveries/index.ts";
import { EndpointTable } from "../../endpoints/index.ts";
import { useSession } from "../../session/index.ts";
import { onboardingSteps } from "../lib/onboarding.ts";
import { DayFigures } from "./day-figures.tsx";
import { OnboardingCard } from "./onboarding-card.tsx";
import { RunningReplays } from "./running-replays.tsx";

const REFRESH_MS = 5_000;
const SHOWN_DELIVERIES = 8;

/** A workspace at a glance: what wants a look first, then what happens and what happened. */
export function Overview() {
  const { tenant } = useSession();
  const api = useApi();
  const tenantId = tenant.id;
  const base = `/${tenantId}`;
  const refresh = { refetchInterval: REFRESH_MS };
  const overview = useQuery(api.overview.get.queryOptions({ tenantId }, refresh));
  const endpoints = useQuery(api.endpoints.list.queryOptions({ tenantId }));
  const deliveries = useQuery(api.deliveries.list.queryOptions({ tenantId }, refresh));
  const keys = useQuery(api.keys.list.queryOptions({ tenantId }));
  const queries = [overview, endpoints, deliveries, keys];
  const header = <PageHeader title={tenant.name} />;
  if (!overview.data || !endpoints.data || !deliveries.data || !keys.data) {
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
  const { troubled, attention, replays } = overview.data;
  const steps = onboardingSteps({
    endpoints: list,
    secretSeen: overview.data.secret_seen,
    keys: keys.data,
    deliveries: deliveries.data.data,
  });
  const recent = deliveries.data.data.slice(0, SHOWN_DELIVERIES);
  return (
    <>
      {header}
      <DayFigures base={base} overview={overview.data} />
      {steps.some((step) => !step.done) && <OnboardingCard base={base} steps={steps} />}
      {list.length > 0 && (
        <Card
          flush
          title="Needs attention"
          actions={
            attention > troubled.length && (
              <ButtonLink size="small" href={`${base}/endpoints?show=attention`}>
                All {attention}
              </ButtonLink>
            )
          }
        >
          {troubled.length > 0 ? (
            <EndpointTable tenantId={tenantId} rows={troubled} />
          ) : (
            <p className="flex items-center gap-2 p-4">
              <CircleCheck aria-hidden className="size-4 text-good" /> All endpoints are well.
            </p>
          )}
        </Card>
      )}
      {list.length > 0 && <OpenAlerts />}
      {replays.length > 0 && <RunningReplays base={base} replays={replays} />}
      {list.length > 0 && <StatisticsCard />}
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
