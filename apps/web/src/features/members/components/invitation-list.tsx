"use client";

import type { InvitationView } from "@hooklane/contracts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Clock, MailX } from "lucide-react";
import { Status } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";

/** Who was asked in and has not answered. */
export function InvitationList({ invitations }: { invitations: readonly InvitationView[] }) {
  return (
    <Card flush title="Invitations" description="Asked in, and not accepted yet.">
      <Table label="Invitations" columns={columns} rows={invitations} keyOf={({ id }) => id} />
    </Card>
  );
}

const columns: readonly Column<InvitationView>[] = [
  {
    id: "email",
    header: "Person",
    cell: ({ email, invited_by }) => (
      <span className="flex flex-col py-1">
        <span className="break-all font-medium">{email}</span>
        {invited_by && <span className="break-all text-muted text-xs">by {invited_by}</span>}
      </span>
    ),
  },
  { id: "role", header: "Role", from: "sm", className: "capitalize", cell: ({ role }) => role },
  {
    id: "state",
    header: "Runs out",
    cell: ({ expired, expires_at }) =>
      expired ? (
        <Status tone="quiet" icon={Clock}>
          Ran out
        </Status>
      ) : (
        <Time at={expires_at} />
      ),
  },
  {
    id: "actions",
    header: <span className="sr-only">Actions</span>,
    align: "right",
    cell: (invitation) => <InvitationActions invitation={invitation} />,
  },
];

function InvitationActions({ invitation: { id, email } }: { invitation: InvitationView }) {
  const { tenant } = useSession();
  const api = useApi();
  const cache = useQueryClient();
  const finished = (text: string) => async () => {
    await cache.invalidateQueries(api.members.pathFilter());
    toast.done(text);
  };
  const onError = (error: unknown) => toast.failed("The invitation was not changed", readProblem(error).detail);
  const resend = useMutation(
    api.invitations.resend.mutationOptions({ onSuccess: finished(`Another mail is on its way to ${email}.`), onError }),
  );
  const revoke = useMutation(
    api.invitations.revoke.mutationOptions({ onSuccess: finished(`The invitation of ${email} is void.`), onError }),
  );
  const target = { tenantId: tenant.id, invitationId: id };
  const busy = resend.isPending || revoke.isPending;
  return (
    <span className="flex justify-end gap-1.5">
      <Button size="small" disabled={busy} aria-label={`Resend the invitation of ${email}`} onClick={() => resend.mutate(target)}>
        Resend
      </Button>
      <Button
        size="small"
        className="text-bad"
        disabled={busy}
        aria-label={`Revoke the invitation of ${email}`}
        onClick={() => revoke.mutate(target)}
      >
        <MailX aria-hidden /> <span className="max-sm:sr-only">Revoke</span>
      </Button>
    </span>
  );
}
