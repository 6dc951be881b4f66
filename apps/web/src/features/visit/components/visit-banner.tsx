"use client";

import type { MeView, VisitView } from "@hooklane/contracts";
import { useMutation } from "@tanstack/react-query";
import { Eye, LockOpen } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect } from "react";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { useNow } from "../../../ui/now.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useVisitChange } from "../hooks/use-visit-change.ts";
import { countdown } from "../lib/countdown.ts";

/** Fetched on a visit alone: this banner is in the layout of every page. */
const ElevateVisit = dynamic(async () => (await import("./elevate-visit.tsx")).ElevateVisit);

/** Stands on every page while support staff visit a tenant: where they are, why, how long, and the way out. */
export function VisitBanner({ me, visit }: { me: MeView; visit: VisitView }) {
  const tenant = me.tenants.find(({ id }) => id === visit.tenant_id);
  const { text, isOver } = countdown(visit.ends_at, useNow());
  useEffect(() => {
    // The server has ended it by then
    if (isOver) window.location.assign(consoleOf(visit));
  }, [isOver, visit]);
  return (
    <section
      aria-label="Support visit"
      className="fixed inset-x-0 bottom-0 z-30 flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t-4 border-t-bad-solid bg-surface px-4 py-2 shadow-popup"
    >
      <p className="flex min-w-0 flex-1 basis-80 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">You visit {tenant?.name} as support</span>
        {visit.elevated ? (
          <Badge tone="bad">
            <LockOpen aria-hidden className="size-3.5" /> may change things
          </Badge>
        ) : (
          <Badge tone="wait">
            <Eye aria-hidden className="size-3.5" /> read-only
          </Badge>
        )}
        <span className="min-w-0 truncate text-muted text-sm max-sm:hidden">
          {me.user.email} · {visit.reason}
          {visit.ticket && ` · ${visit.ticket}`}
        </span>
      </p>
      <p className="font-mono text-sm tabular-nums" role="timer" aria-label="Time left of the visit">
        {text}
      </p>
      <div className="flex items-center gap-2">
        {!visit.elevated && <ElevateVisit tenantId={visit.tenant_id} />}
        <StopVisit visit={visit} />
      </div>
    </section>
  );
}

const consoleOf = (visit: VisitView): string => `/support/tenants/${visit.tenant_id}`;

function StopVisit({ visit }: { visit: VisitView }) {
  const api = useApi();
  const stop = useMutation(
    api.support.stopVisit.mutationOptions({ onError: (error) => toast.failed("The visit was not stopped", readProblem(error).detail) }),
  );
  const changeVisit = useVisitChange();
  return (
    <Button
      size="small"
      variant="danger"
      busy={stop.isPending || stop.isSuccess}
      onClick={() => void changeVisit(() => stop.mutateAsync({}), consoleOf(visit)).catch(() => undefined)}
    >
      Stop visit
    </Button>
  );
}
