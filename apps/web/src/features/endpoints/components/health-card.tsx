"use client";

import type { HealthView, SubscriptionView } from "@hooklane/contracts";
import Link from "next/link";
import type { ReactNode } from "react";
import { toneText } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { cn } from "../../../ui/cn.ts";
import { formatCount, formatShare } from "../../../ui/lib/format-number.ts";
import { formatRemaining } from "../../../ui/lib/format-time.ts";
import { useNow } from "../../../ui/now.tsx";
import { Time } from "../../../ui/time.tsx";
import { laneSentence } from "../lib/lane-sentence.ts";
import { policyLines } from "../lib/policy-lines.ts";
import { HeldBack } from "./held-back.tsx";
import { PolicyTable } from "./policy-table.tsx";

interface HealthCardProps {
  endpoint: SubscriptionView;
  health: HealthView;
  /** Where the endpoint's deliveries are listed. */
  logHref: string;
}

/** What Hooklane is doing for an endpoint right now, why, the figures behind it, and where every policy stands. */
export function HealthCard({ endpoint, health, logHref }: HealthCardProps) {
  const nowMs = useNow();
  const { tone, doing, why, fix } = laneSentence(endpoint, health, nowMs);
  const lines = policyLines(endpoint, health, nowMs);
  const holding = lines.filter(({ holds }) => holds !== "nothing").length;
  const rate = health.success_rate;
  return (
    <Card title="What Hooklane is doing right now, and why">
      <p className={cn("font-semibold text-lg", toneText[tone])}>{doing}</p>
      <p className="mt-0.5 tabular-nums">{why}</p>
      {fix && <p className="mt-0.5 text-muted">{fix}</p>}
      {endpoint.state === "active" && <HeldBack waiting={health.waiting} nowMs={nowMs} />}
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-4 border-t pt-4 sm:grid-cols-3 xl:grid-cols-5">
        <Figure term="Success, last hour">
          <FigureLink href={`${logHref}?range=1h`}>{rate === null ? "no attempts" : formatShare(rate)}</FigureLink>
        </Figure>
        <Figure term="Waiting">
          <FigureLink href={`${logHref}?state=pending,inflight`}>{formatCount(health.backlog)}</FigureLink>
        </Figure>
        <Figure term="Lag, of what could go">{health.lag_seconds > 0 ? formatRemaining(health.lag_seconds * 1_000) : "none"}</Figure>
        <Figure term="Dead, not replayed">
          <FigureLink href={`${logHref}?state=dead`}>{formatCount(health.dead_count)}</FigureLink>
        </Figure>
        <Figure term="Last attempt">{health.last_delivery_at ? <Time at={health.last_delivery_at} /> : "none yet"}</Figure>
      </dl>
      <details className="group/policies mt-5 border-t pt-3" open={holding > 0}>
        <summary className="cursor-pointer rounded font-medium text-sm">
          Every policy
          <span className="font-normal text-muted">
            {": "}
            {holding === 0 ? "none holds anything back" : `${holding} hold${holding === 1 ? "s" : ""} something back`}
          </span>
        </summary>
        <div className="mt-2">
          <PolicyTable lines={lines} />
          <p className="mt-2 text-muted text-xs">
            {health.observed_at ? (
              <>
                As the worker that sends for this endpoint saw it <Time at={health.observed_at} />; it is asked again while this page is
                open.
              </>
            ) : (
              "No worker has had to do with this endpoint yet."
            )}
          </p>
        </div>
      </details>
    </Card>
  );
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="mt-0.5 font-medium text-lg tabular-nums">{children}</dd>
    </div>
  );
}

function FigureLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="underline decoration-edge/60 underline-offset-4 hover:decoration-ink">
      {children}
    </Link>
  );
}
