"use client";

import type { DeliveryDetailView } from "@hooklane/contracts";
import { FlaskConical } from "lucide-react";
import Link from "next/link";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { KeyValue } from "../../../ui/key-value.tsx";
import { ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Time } from "../../../ui/time.tsx";
import { readProblem } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { useDelivery } from "../hooks/use-delivery.ts";
import { deliverySentence } from "../lib/delivery-sentence.ts";
import { retryRuleText } from "../lib/retry-rule.ts";
import { AttemptTimeline } from "./attempt-timeline.tsx";
import { BodyView } from "./body-view.tsx";
import { DeliveryStatus, deliveryStateText } from "./delivery-status.tsx";
import { ReplayButton } from "./replay-button.tsx";
import { VerifySignature } from "./verify-signature.tsx";

/** One delivery: what is the case and why, its attempts, and what was sent. */
export function DeliveryDetail({ deliveryId }: { deliveryId: string }) {
  const { tenant, may } = useSession();
  const query = useDelivery(tenant.id, deliveryId);
  if (query.isPending) return <LoadingState label="Reading the delivery" />;
  if (!query.data) {
    const { detail } = readProblem(query.error);
    return <ErrorState title="The delivery could not be read" detail={detail} onRetry={() => query.refetch()} />;
  }
  const delivery = query.data;
  const { sentence, fix } = deliverySentence(delivery);
  const base = `/${tenant.id}`;
  const isFinal = delivery.state === "delivered" || delivery.state === "dead";
  const canReplay = isFinal && may("replays:write") && delivery.request !== null && delivery.endpoint.state !== "deleted";
  const failures = delivery.attempts.filter(({ outcome }) => outcome === "failed" || outcome === "throttled").length;
  return (
    <>
      <PageHeader
        trail={[{ href: `${base}/deliveries`, label: "Deliveries" }]}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-mono text-lg">{delivery.event_type ?? "an event that is no longer kept"}</span>
            <DeliveryStatus state={delivery.state} />
            {delivery.test && (
              <Badge>
                <FlaskConical aria-hidden className="size-3" /> test
              </Badge>
            )}
            {delivery.generation > 1 && <Badge>replay {delivery.generation - 1}</Badge>}
          </span>
        }
        actions={canReplay && !delivery.replayed_by && <ReplayButton deliveryId={delivery.id} />}
      />
      <Generations delivery={delivery} base={base} canReplay={canReplay} />
      <div aria-live="polite">
        <Notice tone={deliveryStateText[delivery.state].tone} title={sentence}>
          {fix && <p>{fix}</p>}
          {delivery.state === "pending" && delivery.next_attempt_at && (
            <p>
              Next attempt <Time at={delivery.next_attempt_at} />; attempts stop <Time at={delivery.deadline_at} />.{" "}
              {failures > 0 && retryRuleText(delivery.retry, failures)}
            </p>
          )}
        </Notice>
      </div>
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <Card title={`Attempts (${delivery.attempts.length})`}>
            <AttemptTimeline delivery={delivery} />
          </Card>
          <Card title="Request body" description="Exactly the bytes that every attempt sends.">
            {delivery.request ? (
              <BodyView body={delivery.request.body} what="request body" />
            ) : (
              <GonePayload erasedAt={delivery.payload_erased_at} />
            )}
          </Card>
          <VerifySignature key={delivery.attempts.length} delivery={delivery} />
        </div>
        <Card title="Facts">
          <KeyValue
            className="grid-cols-[minmax(5rem,max-content)_minmax(0,1fr)]"
            items={[
              ["Delivery", <Id key="delivery" id={delivery.id} what="delivery id" />],
              ["Event", <Id key="event" id={delivery.event_id} what="event id" href={`${base}/events/${delivery.event_id}`} />],
              [
                "Endpoint",
                delivery.endpoint.state === "deleted" ? (
                  <span key="endpoint" className="break-all font-mono text-xs">
                    {delivery.endpoint.url} (deleted)
                  </span>
                ) : (
                  <Link
                    key="endpoint"
                    href={`${base}/endpoints/${delivery.endpoint.id}`}
                    className="break-all font-mono text-accent text-xs underline underline-offset-4"
                  >
                    {delivery.endpoint.url}
                  </Link>
                ),
              ],
              ["Accepted", delivery.accepted_at ? <Time key="accepted" at={delivery.accepted_at} /> : "not kept"],
              ["Finished", delivery.finished_at ? <Time key="finished" at={delivery.finished_at} /> : "not yet"],
              ["Attempts", String(delivery.attempt_count)],
              ["Body", delivery.request ? `${delivery.request.body_bytes.toLocaleString("en")} bytes` : "not kept"],
              ["Idempotency-Key", <Id key="idempotency" id={delivery.idempotency_key} what="idempotency key" />],
            ]}
          />
        </Card>
      </div>
    </>
  );
}

function Id({ id, what, href }: { id: string; what: string; href?: string }) {
  return (
    <span className="flex items-start gap-1">
      {href ? (
        <Link href={href} className="break-all font-mono text-accent text-xs leading-5 underline underline-offset-4">
          {id}
        </Link>
      ) : (
        <code className="break-all font-mono text-xs leading-5">{id}</code>
      )}
      <CopyButton value={id} what={what} className="-my-1.5 shrink-0" />
    </span>
  );
}

/** The delivery that this one replays, and the one that replays it. */
function Generations({ delivery, base, canReplay }: { delivery: DeliveryDetailView; base: string; canReplay: boolean }) {
  const { replay_of: before, replayed_by: after } = delivery;
  if (!before && !after) return null;
  const link = "font-medium underline underline-offset-4";
  return (
    <nav aria-label="Generations" className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">
      {before && (
        <Link href={`${base}/deliveries/${before}`} className={link}>
          ← What it replays
        </Link>
      )}
      {after && (
        <Link href={`${base}/deliveries/${after}`} className={link}>
          Its replay →
        </Link>
      )}
      {after && canReplay && <ReplayButton deliveryId={delivery.id} />}
    </nav>
  );
}

function GonePayload({ erasedAt }: { erasedAt: string | null }) {
  if (!erasedAt) return <p className="text-muted">The payload is no longer kept.</p>;
  return (
    <Notice tone="wait" title="The payload was erased">
      <Time at={erasedAt} exact />: it cannot be shown, sent or replayed any more. What was recorded of the attempts stays.
    </Notice>
  );
}
