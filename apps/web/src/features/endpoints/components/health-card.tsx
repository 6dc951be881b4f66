"use client";

import type { HealthView, SubscriptionView } from "@hooklane/contracts";
import Link from "next/link";
import type { ReactNode } from "react";
import { toneText } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { cn } from "../../../ui/cn.ts";
import { formatRemaining } from "../../../ui/lib/format-time.ts";
import { Time } from "../../../ui/time.tsx";
import { laneSentence } from "../lib/lane-sentence.ts";

interface HealthCardProps {
  endpoint: SubscriptionView;
  health: HealthView;
  /** Where the endpoint's deliveries are listed. */
  logHref: string;
}

/** What Hooklane is doing for an endpoint right now, why, and the figures behind it. */
export function HealthCard({ endpoint, health, logHref }: HealthCardProps) {
  const { tone, doing, why, fix } = laneSentence(endpoint, health);
  const rate = health.success_rate;
  return (
    <Card title="What Hooklane is doing right now">
      <p className={cn("font-semibold text-lg", toneText[tone])}>{doing}</p>
      <p className="mt-0.5">{why}</p>
      {fix && <p className="mt-0.5 text-muted">{fix}</p>}
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-4 border-t pt-4 sm:grid-cols-3 xl:grid-cols-5">
        <Figure term="Success, last hour">{rate === null ? "no attempts" : `${Math.floor(rate * 1_000) / 10} %`}</Figure>
        <Figure term="Pending">
          <FigureLink href={`${logHref}?state=pending,inflight`}>{health.backlog.toLocaleString("en")}</FigureLink>
        </Figure>
        <Figure term="Longest due">{health.lag_seconds > 0 ? formatRemaining(health.lag_seconds * 1_000) : "nothing is due"}</Figure>
        <Figure term="Dead, not replayed">
          <FigureLink href={`${logHref}?state=dead`}>{health.dead_count.toLocaleString("en")}</FigureLink>
        </Figure>
        <Figure term="Last attempt">{health.last_delivery_at ? <Time at={health.last_delivery_at} /> : "none yet"}</Figure>
      </dl>
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
