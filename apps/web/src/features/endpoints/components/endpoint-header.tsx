"use client";

import { CirclePause, CirclePlay } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { NavTabs } from "../../../ui/nav-tabs.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { useSession } from "../../session/index.ts";
import { useEndpoint, useEndpointHealth, useEndpointState } from "../hooks/use-endpoint.ts";
import { endpointAttention } from "../lib/attention.ts";
import { EndpointStatus } from "./endpoint-status.tsx";

/** What stands above all pages of an endpoint. */
export function EndpointHeader({ endpointId }: { endpointId: string }) {
  const { tenant, may } = useSession();
  const { data: endpoint } = useEndpoint(endpointId);
  const { data: health } = useEndpointHealth(endpointId);
  const change = useEndpointState(endpointId);
  const base = `/${tenant.id}/endpoints/${endpointId}`;
  if (!endpoint) return null;
  const action = {
    active: {
      does: change.pause,
      icon: CirclePause,
      label: "Pause",
      means: "Holds what waits and what comes. Nothing is sent; deadlines run.",
    },
    paused: { does: change.resume, icon: CirclePlay, label: "Resume", means: "Sends what waits, as fast as the endpoint may be sent to." },
    disabled: {
      does: change.enable,
      icon: CirclePlay,
      label: "Enable",
      means: "Delivers new events again. What died meanwhile can be replayed.",
    },
  }[endpoint.state];
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        trail={[{ href: `/${tenant.id}/endpoints`, label: "Endpoints" }]}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="break-all font-mono text-lg">{endpoint.url}</span>
            <EndpointStatus
              state={endpoint.state}
              circuit={health?.circuit_state ?? "closed"}
              troubled={health && endpointAttention({ ...endpoint, health }) !== undefined}
            />
          </span>
        }
        description={endpoint.description}
        actions={
          may("endpoints:write") && (
            <Tooltip content={action.means}>
              <Button onClick={action.does} busy={change.busy}>
                <action.icon aria-hidden /> {action.label}
              </Button>
            </Tooltip>
          )
        }
      />
      <NavTabs
        label="Endpoint"
        tabs={[
          { href: base, label: "Overview" },
          { href: `${base}/deliveries`, label: "Deliveries" },
          { href: `${base}/test`, label: "Test" },
          { href: `${base}/settings`, label: "Settings" },
          { href: `${base}/secrets`, label: "Secrets" },
        ]}
      />
    </div>
  );
}
