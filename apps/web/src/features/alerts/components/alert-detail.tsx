"use client";

import { alertKinds } from "@hooklane/contracts";
import { useQuery } from "@tanstack/react-query";
import { Card } from "../../../ui/card.tsx";
import { ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { AlertItem } from "./alert-item.tsx";
import { AlertSubject } from "./alert-subject.tsx";

const REFRESH_MS = 5_000;

/** One alert, kept up to date: where a mail leads to. */
export function AlertDetail({ alertId }: { alertId: string }) {
  const { tenant } = useSession();
  const api = useApi();
  const query = useQuery(api.alerts.get.queryOptions({ tenantId: tenant.id, alertId }, { refetchInterval: REFRESH_MS }));
  const trail = [{ href: `/${tenant.id}/alerts`, label: "Alerts" }];
  if (query.isPending) return <LoadingState label="Reading the alert" />;
  if (!query.data)
    return <ErrorState title="The alert could not be read" detail={readProblem(query.error).detail} onRetry={() => query.refetch()} />;
  return (
    <>
      <PageHeader title={alertKinds[query.data.kind].label} trail={trail} />
      <Card flush title={<AlertSubject about={query.data.about} />}>
        <AlertItem alert={query.data} expanded />
      </Card>
    </>
  );
}
