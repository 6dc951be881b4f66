"use client";

import { type AlertView, alertKinds, alertText } from "@hooklane/contracts";
import Link from "next/link";
import { toneText } from "../../../ui/badge.tsx";
import { cn } from "../../../ui/cn.ts";
import { KeyValue } from "../../../ui/key-value.tsx";
import { Time } from "../../../ui/time.tsx";
import { useSession } from "../../session/index.ts";
import { alertLinks } from "../lib/alert-links.ts";
import { type EvidenceFact, evidenceFacts } from "../lib/evidence-facts.ts";
import { AlertActions } from "./alert-actions.tsx";
import { AlertStatus } from "./alert-status.tsx";

const linkStyle = "underline decoration-edge/60 underline-offset-4 hover:decoration-ink";
const tones = { bad: "bad", wait: "wait", info: "live" } as const;

/** One alert: what is the matter, what mends it, what was seen, and what can be done. */
export function AlertItem({ alert, expanded = false }: { alert: AlertView; expanded?: boolean }) {
  const { tenant } = useSession();
  const base = `/${tenant.id}`;
  const { label, tone, rule } = alertKinds[alert.kind];
  const { cause, fix } = alertText(alert.kind, alert.evidence);
  const isOver = alert.state === "resolved";
  return (
    <article className="flex flex-col gap-2.5 px-4 py-3.5" aria-labelledby={`${alert.id}-label`}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h3 id={`${alert.id}-label`} className={cn("font-semibold text-base", !isOver && toneText[tones[tone]])}>
              <Link href={`${base}/alerts/${alert.id}`} className="underline-offset-4 hover:underline">
                {label}
              </Link>
            </h3>
            <AlertStatus state={alert.state} />
          </div>
          <p className="mt-1 break-words">{cause}</p>
          {!isOver && <p className="mt-0.5 break-words text-muted">{fix}</p>}
        </div>
        <AlertActions alert={alert} />
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
        <span>
          First seen <Time at={alert.first_seen} />
        </span>
        <span>
          Last seen <Time at={alert.last_seen} />
        </span>
        {alert.count > 1 && <span>Seen {alert.count.toLocaleString("en")} times</span>}
        {alert.acknowledged_by && !isOver && <span>Looked after by {alert.acknowledged_by}</span>}
        {alert.muted_until && (
          <span>
            Muted until <Time at={alert.muted_until} exact />
          </span>
        )}
        {alert.resolved_at && (
          <span>
            Over since <Time at={alert.resolved_at} />
            {alert.resolved_by === null ? ", by itself" : `, by ${alert.resolved_by}`}
          </span>
        )}
        {alertLinks(base, alert).map((link) => (
          <Link key={link.label} href={link.href} className={cn(linkStyle, "text-ink")}>
            {link.label}
          </Link>
        ))}
      </p>
      <details open={expanded} className="text-sm">
        <summary className="w-fit cursor-pointer rounded-sm text-muted hover:text-ink">Evidence and rule</summary>
        <div className="mt-2 flex flex-col gap-2 rounded-md bg-sunken p-3">
          <KeyValue items={evidenceFacts(alert.evidence).map((fact) => [fact.name, <FactValue key={fact.name} fact={fact} />] as const)} />
          <p className="text-muted">{rule}</p>
        </div>
      </details>
    </article>
  );
}

function FactValue({ fact: { value } }: { fact: EvidenceFact }) {
  return "at" in value ? <Time at={value.at} exact /> : value.text;
}
