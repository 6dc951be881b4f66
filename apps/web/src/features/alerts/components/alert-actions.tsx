"use client";

import { type AlertView, muteHours } from "@hooklane/contracts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BellOff, BellRing, Check, ChevronDown, Eye } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";

const spans: Record<(typeof muteHours)[number], string> = { 1: "1 hour", 8: "8 hours", 24: "1 day", 168: "1 week" };

/** What a member may do about an alert that is not over. */
export function AlertActions({ alert }: { alert: AlertView }) {
  const { tenant, may } = useSession();
  const api = useApi();
  const cache = useQueryClient();
  const settled = (done: string) => ({
    onSuccess: async () => {
      await cache.invalidateQueries(api.alerts.pathFilter());
      toast.done(done);
    },
    onError: (error: unknown) => toast.failed("The alert was not changed", readProblem(error).detail),
  });
  const acknowledge = useMutation(api.alerts.acknowledge.mutationOptions(settled("Acknowledged: the others see that you look after it.")));
  const mute = useMutation(api.alerts.mute.mutationOptions(settled("Muted: nobody is sent mail of it until then.")));
  const reopen = useMutation(api.alerts.reopen.mutationOptions(settled("The alert is open again.")));
  const resolve = useMutation(api.alerts.resolve.mutationOptions(settled("Resolved. It opens again when it is seen again.")));
  if (alert.state === "resolved" || !may("alerts:write")) return null;
  const input = { tenantId: tenant.id, alertId: alert.id };
  const busy = acknowledge.isPending || mute.isPending || reopen.isPending || resolve.isPending;
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Actions</legend>
      {alert.state === "open" ? (
        <Button size="small" busy={busy} onClick={() => acknowledge.mutate(input)}>
          <Eye aria-hidden /> Acknowledge
        </Button>
      ) : (
        <Button size="small" busy={busy} onClick={() => reopen.mutate(input)}>
          <BellRing aria-hidden /> Open again
        </Button>
      )}
      {alert.state !== "muted" && (
        <Menu
          trigger={
            <Button size="small" disabled={busy}>
              <BellOff aria-hidden /> Mute <ChevronDown aria-hidden />
            </Button>
          }
        >
          {muteHours.map((hours) => (
            <MenuItem key={hours} onSelect={() => mute.mutate({ ...input, hours })}>
              For {spans[hours]}
            </MenuItem>
          ))}
        </Menu>
      )}
      <Button size="small" busy={busy} onClick={() => resolve.mutate(input)}>
        <Check aria-hidden /> Resolve
      </Button>
    </fieldset>
  );
}
