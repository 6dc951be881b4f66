import { type AttemptView, type DeliveryDetailView, MASK } from "@hooklane/contracts";
import { ChevronRight, CircleCheck, CircleX, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "../../../ui/badge.tsx";
import { cn } from "../../../ui/cn.ts";
import { KeyValue } from "../../../ui/key-value.tsx";
import { formatDuration } from "../../../ui/lib/format-time.ts";
import { Time } from "../../../ui/time.tsx";
import { causeSentence } from "../lib/cause-sentence.ts";
import { deliveryTimeline } from "../lib/delivery-timeline.ts";
import { BodyView } from "./body-view.tsx";
import { CopyCurl } from "./copy-curl.tsx";
import { HeaderList } from "./header-list.tsx";
import { TimingBar } from "./timing-bar.tsx";

/** The attempts of a delivery and the waits between them, the latest first; the latest attempt is open. */
export function AttemptTimeline({ delivery }: { delivery: DeliveryDetailView }) {
  const entries = deliveryTimeline(delivery).reverse();
  if (entries.length === 0) return <p className="text-muted">No attempt has ended yet.</p>;
  const latest = entries.find((entry) => entry.kind === "attempt");
  return (
    <ol className="flex flex-col">
      {entries.map((entry, index) => (
        <li key={entry.kind === "attempt" ? entry.attempt.id : `wait-${entry.fromMs}`} className="relative pl-7 [&:not(:last-child)]:pb-3">
          {index < entries.length - 1 && <span aria-hidden className="absolute top-5 bottom-[-0.25rem] left-[0.56rem] w-px bg-line" />}
          {entry.kind === "attempt" ? (
            <Attempt attempt={entry.attempt} delivery={delivery} open={entry === latest} />
          ) : (
            <Wait fromMs={entry.fromMs} toMs={entry.toMs} sentence={entry.sentence} />
          )}
        </li>
      ))}
    </ol>
  );
}

function Wait({ fromMs, toMs, sentence }: { fromMs: number; toMs: number | null; sentence: string }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-muted text-sm">
      <Clock aria-hidden className={cn("absolute top-0.5 left-0 size-[1.15rem] bg-surface", toMs === null && "text-wait")} />
      <span className="min-w-0 flex-1 basis-60">{sentence}</span>
      <span className="tabular-nums">
        {toMs === null ? (
          <>
            since <Time at={new Date(fromMs).toISOString()} />
          </>
        ) : (
          formatDuration(toMs - fromMs)
        )}
      </span>
    </p>
  );
}

function Attempt({ attempt, delivery, open }: { attempt: AttemptView; delivery: DeliveryDetailView; open: boolean }) {
  const succeeded = attempt.outcome === "delivered";
  const Icon = succeeded ? CircleCheck : CircleX;
  return (
    <details open={open} className="group/attempt">
      <summary className="flex list-none flex-wrap items-center gap-x-3 gap-y-1 rounded">
        <Icon aria-hidden className={cn("absolute top-0.5 left-0 size-[1.15rem] bg-surface", succeeded ? "text-good" : "text-bad")} />
        <span className="font-medium">Attempt {attempt.number}</span>
        <span className={succeeded ? undefined : "text-bad"}>{causeSentence(attempt.cause, attempt.status)}</span>
        <span className="ml-auto flex items-center gap-3 text-muted text-sm">
          {attempt.trigger !== "event" && <Badge>{attempt.trigger}</Badge>}
          <span className="tabular-nums">{formatDuration(attempt.duration_ms)}</span>
          <Time at={attempt.started_at} />
          <ChevronRight aria-hidden className="size-4 transition-transform group-open/attempt:rotate-90" />
        </span>
      </summary>
      <div className="mt-3 flex flex-col gap-5 border-t pt-4 pb-2">
        <TimingBar attempt={attempt} />
        {attempt.error && attempt.response === null && (
          <p className="break-words rounded-md bg-sunken px-3 py-2 font-mono text-xs">{attempt.error}</p>
        )}
        <KeyValue
          items={[
            ["Started", <Time key="time" at={attempt.started_at} exact />],
            [
              "Address",
              <code key="address" className="font-mono text-xs">
                {attempt.remote_address ?? "none was reached"}
              </code>,
            ],
          ]}
        />
        <Part title="Response">
          {attempt.response ? (
            <div className="flex flex-col gap-3">
              <HeaderList headers={attempt.response.headers} what={`Response headers of attempt ${attempt.number}`} />
              <BodyView
                body={attempt.response.body}
                what={`response body of attempt ${attempt.number}`}
                truncated={attempt.response.truncated}
                binary={attempt.response.body_base64 !== undefined}
              />
            </div>
          ) : (
            <p className="text-muted text-sm">There was no answer.</p>
          )}
        </Part>
        <Part title="Request" action={<CopyCurl attempt={attempt} request={delivery.request} />}>
          <HeaderList headers={attempt.request.headers} what={`Request headers of attempt ${attempt.number}`} />
          {attempt.request.headers.some(([, value]) => value === MASK) && (
            <p className="mt-2 text-muted text-sm">
              Values of the endpoint's own headers are not kept; a copied command has {MASK} in their place.
            </p>
          )}
        </Part>
      </div>
    </details>
  );
}

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <div className="mb-2 flex min-h-7 items-center justify-between gap-3">
        <h3 className="font-medium text-sm">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}
