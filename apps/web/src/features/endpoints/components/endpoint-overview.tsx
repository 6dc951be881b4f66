"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { Badge } from "../../../ui/badge.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { KeyValue } from "../../../ui/key-value.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { Time } from "../../../ui/time.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { StatisticsCard } from "../../charts/index.ts";
import { DeliveryTable } from "../../deliveries/index.ts";
import { useSession } from "../../session/index.ts";
import { useEndpoint, useEndpointHealth } from "../hooks/use-endpoint.ts";
import { useTestEvent } from "../hooks/use-test-event.ts";
import { recentQuery } from "../lib/recent-query.ts";
import { FaultCard } from "./fault-card.tsx";
import { HealthCard } from "./health-card.tsx";
import { MendedCard } from "./mended-card.tsx";

const REFRESH_MS = 5_000;

/** One endpoint at a glance. */
export function EndpointOverview({ endpointId }: { endpointId: string }) {
  const { tenant } = useSession();
  const endpoint = useEndpoint(endpointId);
  const health = useEndpointHealth(endpointId);
  const test = useTestEvent();
  const base = `/${tenant.id}/endpoints/${endpointId}`;
  if (endpoint.isPending || health.isPending) return <LoadingState label="Reading the endpoint" />;
  if (!endpoint.data || !health.data) {
    const retry = () => Promise.all([endpoint.refetch(), health.refetch()]);
    return (
      <ErrorState title="The endpoint could not be read" detail={readProblem(endpoint.error ?? health.error).detail} onRetry={retry} />
    );
  }
  const { data } = endpoint;
  const fault = health.data.likely_configuration_error;
  return (
    <>
      {fault && <FaultCard endpointId={endpointId} fault={fault} test={test} />}
      {!fault && test.data && <MendedCard deliveryId={test.data.delivery_id} onClose={test.reset} />}
      <HealthCard endpoint={data} health={health.data} logHref={`${base}/deliveries`} />
      <StatisticsCard endpointId={endpointId} />
      <div className="grid grid-cols-1 items-start gap-5 2xl:grid-cols-[minmax(0,1fr)_20rem]">
        <RecentDeliveries endpointId={endpointId} base={base} />
        <Card title="Facts">
          <KeyValue
            className="grid-cols-[minmax(5rem,max-content)_minmax(0,1fr)]"
            items={[
              [
                "Id",
                <span key="id" className="flex items-start gap-1">
                  <code className="break-all font-mono text-xs leading-5">{data.id}</code>
                  <CopyButton value={data.id} what="endpoint id" className="-my-1.5 shrink-0" />
                </span>,
              ],
              [
                "Events",
                <span key="types" className="flex flex-wrap gap-1">
                  {data.event_types.map((type) => (
                    <Badge key={type} className="max-w-full font-mono">
                      <span className="truncate">{type}</span>
                    </Badge>
                  ))}
                </span>,
              ],
              ["Body", data.format === "envelope" ? "Envelope" : "Data alone"],
              ["Guarantee", data.mode === "at_least_once" ? "At least once" : "At most once"],
              ["Order", data.ordered ? "In order, one at a time" : "Any order"],
              ["Headers", Object.keys(data.custom_headers).join(", ") || "none of its own"],
              ["Created", <Time key="created" at={data.created_at} />],
              ["Changed", <Time key="changed" at={data.updated_at} />],
            ]}
          />
        </Card>
      </div>
    </>
  );
}

function RecentDeliveries({ endpointId, base }: { endpointId: string; base: string }) {
  const { tenant } = useSession();
  const api = useApi();
  const query = useQuery(api.deliveries.list.queryOptions(recentQuery(tenant.id, endpointId), { refetchInterval: REFRESH_MS }));
  const rows = query.data?.data ?? [];
  const body = () => {
    if (query.isPending) return <LoadingState label="Reading deliveries" />;
    if (!query.data)
      return (
        <ErrorState title="The deliveries could not be read" detail={readProblem(query.error).detail} onRetry={() => query.refetch()} />
      );
    if (rows.length === 0)
      return (
        <EmptyState
          title="Nothing was delivered here yet"
          action={
            <ButtonLink href={`${base}/test`}>
              Send a test event <ArrowRight aria-hidden />
            </ButtonLink>
          }
        >
          A test event shows whether the endpoint answers.
        </EmptyState>
      );
    return <DeliveryTable tenantId={tenant.id} rows={rows} showEndpoint={false} />;
  };
  return (
    <Card
      flush
      title="Latest deliveries"
      actions={
        rows.length > 0 && (
          <ButtonLink size="small" href={`${base}/deliveries`}>
            All deliveries
          </ButtonLink>
        )
      }
    >
      {body()}
    </Card>
  );
}
