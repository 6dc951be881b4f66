"use client";

import type { InboxRequestView, InboxView } from "@hooklane/contracts";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Inbox, type LucideIcon, ShieldCheck, ShieldQuestion, ShieldX } from "lucide-react";
import { Status, type Tone } from "../../../ui/badge.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Time } from "../../../ui/time.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { BodyView, HeaderList } from "../../deliveries/index.ts";
import { useSession } from "../../session/index.ts";
import { OpenInbox } from "./open-inbox.tsx";

const REFRESH_MS = 2_000;

/** A receiver without a server of one's own: what it took, and whether it was signed rightly. */
export function InboxPanel() {
  const { tenant } = useSession();
  const api = useApi();
  const query = useQuery(api.inbox.get.queryOptions({ tenantId: tenant.id }, { refetchInterval: REFRESH_MS }));
  const inbox = query.data;
  return (
    <>
      <PageHeader
        title="Inbox"
        description="A receiver of this installation, to see what arrives before you have one of your own."
        actions={
          inbox?.endpoint_id && (
            <ButtonLink variant="primary" href={`/${tenant.id}/endpoints/${inbox.endpoint_id}/test`}>
              Send a test event
            </ButtonLink>
          )
        }
      />
      {query.isPending && <LoadingState label="Reading the inbox" />}
      {query.isError && !inbox && (
        <ErrorState title="The inbox could not be read" detail={readProblem(query.error).detail} onRetry={() => query.refetch()} />
      )}
      {inbox && <Opened inbox={inbox} />}
    </>
  );
}

function Opened({ inbox }: { inbox: InboxView }) {
  const { tenant } = useSession();
  if (!inbox.enabled) return <Notice title="This installation has no inboxes">Its operator has turned them off.</Notice>;
  if (inbox.url === null || inbox.endpoint_id === null)
    return (
      <Card>
        <EmptyState
          icon={Inbox}
          title={inbox.url === null ? "It is not open yet" : "No endpoint posts to it"}
          action={<OpenInbox variant="primary" />}
        >
          Opening it makes an endpoint with a secret of its own. Deliveries to it take the way of every other.
        </EmptyState>
      </Card>
    );
  return (
    <>
      <Card
        title="Its URL"
        description="Whoever knows it may post to it; only this workspace sees what came."
        actions={
          <ButtonLink size="small" href={`/${tenant.id}/endpoints/${inbox.endpoint_id}/secrets`}>
            Its secret
          </ButtonLink>
        }
      >
        <CodeBlock code={inbox.url} what="inbox URL" wrap />
      </Card>
      <Card flush title="What came" description="The latest 50 requests of the last 24 hours.">
        {inbox.requests.length === 0 ? (
          <EmptyState icon={Inbox} title="Nothing came yet">
            Send a test event, or post an event with an API key.
          </EmptyState>
        ) : (
          <ul className="divide-y">
            {inbox.requests.map((request, index) => (
              <li key={request.id}>
                <Request request={request} open={index === 0} />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}

const signatures: Record<InboxRequestView["signature"], { label: string; tone: Tone; icon: LucideIcon }> = {
  verified: { label: "Signature verified", tone: "good", icon: ShieldCheck },
  wrong: { label: "Signature wrong", tone: "bad", icon: ShieldX },
  missing: { label: "Not signed", tone: "quiet", icon: ShieldQuestion },
  no_endpoint: { label: "No endpoint to verify with", tone: "quiet", icon: ShieldQuestion },
};

function Request({ request, open }: { request: InboxRequestView; open: boolean }) {
  const { label, tone, icon } = signatures[request.signature];
  const id = request.headers.find(([name]) => name.toLowerCase() === "webhook-id")?.[1];
  return (
    <details open={open} className="group/request">
      <summary className="flex list-none flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
        <ChevronRight aria-hidden className="size-4 text-muted transition-transform group-open/request:rotate-90" />
        <Status tone={tone} icon={icon}>
          {label}
        </Status>
        <code className="min-w-0 truncate font-mono text-muted text-xs">{id ?? "without webhook-id"}</code>
        <span className="ml-auto flex items-center gap-3 text-muted text-sm">
          <span className="tabular-nums">{request.body_bytes.toLocaleString("en")} bytes</span>
          <Time at={request.received_at} />
        </span>
      </summary>
      <div className="flex flex-col gap-4 px-4 pt-1 pb-5">
        <HeaderList headers={request.headers} what={`Headers of request ${request.id}`} />
        <BodyView body={request.body} what={`body of request ${request.id}`} truncated={request.truncated} />
      </div>
    </details>
  );
}
