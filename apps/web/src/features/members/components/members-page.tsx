"use client";

import type { MemberView } from "@hooklane/contracts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldCheck, UserX } from "lucide-react";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { InvitationList } from "./invitation-list.tsx";
import { InviteMember } from "./invite-member.tsx";
import { RoleSelect } from "./role-select.tsx";
import { RoleTable } from "./role-table.tsx";

/** The people of a workspace, what each may do, and who is invited. */
export function MembersPage() {
  const { tenant, me, may } = useSession();
  const api = useApi();
  const query = useQuery(api.members.list.queryOptions({ tenantId: tenant.id }));
  const mayWrite = may("members:write");
  return (
    <>
      <PageHeader
        title="Members"
        description="People who see this workspace. What they may do goes by their role."
        actions={mayWrite && <InviteMember />}
      />
      <Card flush>
        {query.data ? (
          <Table
            label="Members"
            columns={columns(me.user.id, mayWrite, may("owners:write"))}
            rows={query.data.members}
            keyOf={({ id }) => id}
          />
        ) : query.isPending ? (
          <LoadingState rows={3} label="Reading the members" />
        ) : (
          <ErrorState title="The members could not be read" detail={readProblem(query.error).detail} onRetry={() => query.refetch()} />
        )}
      </Card>
      {mayWrite && query.data && query.data.invitations.length > 0 && <InvitationList invitations={query.data.invitations} />}
      <RoleTable />
    </>
  );
}

const columns = (ownId: string, mayWrite: boolean, mayTouchOwners: boolean): Column<MemberView>[] => [
  {
    id: "person",
    header: "Person",
    cell: ({ id, name, email, two_factor, disabled }) => (
      <span className="flex min-w-0 flex-col py-1">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          <span className="break-all">{name || email}</span>
          {id === ownId && <Badge>you</Badge>}
          {disabled && <Badge tone="bad">disabled</Badge>}
          {two_factor && (
            <Badge tone="good">
              <ShieldCheck aria-hidden className="size-3.5" /> two-factor
            </Badge>
          )}
        </span>
        {name && <span className="break-all text-muted text-xs">{email}</span>}
      </span>
    ),
  },
  {
    id: "role",
    header: "Role",
    cell: (member) =>
      mayWrite && (mayTouchOwners || member.role !== "owner") ? (
        <MemberRole member={member} mayMakeOwners={mayTouchOwners} />
      ) : (
        <span className="capitalize">{member.role}</span>
      ),
  },
  { id: "joined", header: "Since", from: "md", className: "text-muted", cell: ({ joined_at }) => <Time at={joined_at} /> },
  {
    id: "actions",
    header: <span className="sr-only">Actions</span>,
    align: "right",
    cell: (member) =>
      member.id === ownId ? (
        <LeaveWorkspace />
      ) : (
        mayWrite && (mayTouchOwners || member.role !== "owner") && <RemoveMember member={member} />
      ),
  },
];

function useRefreshMembers(): () => Promise<void> {
  const api = useApi();
  const cache = useQueryClient();
  return () => cache.invalidateQueries(api.members.pathFilter());
}

function MemberRole({ member, mayMakeOwners }: { member: MemberView; mayMakeOwners: boolean }) {
  const { tenant } = useSession();
  const api = useApi();
  const refresh = useRefreshMembers();
  const change = useMutation(
    api.members.changeRole.mutationOptions({
      onSuccess: async ({ role }) => {
        await refresh();
        toast.done(`${member.email} is ${role} now, and signs in again.`);
      },
      onError: (error) => toast.failed("The role was not changed", readProblem(error).detail),
    }),
  );
  return (
    <RoleSelect
      aria-label={`Role of ${member.email}`}
      value={member.role}
      mayMakeOwners={mayMakeOwners}
      disabled={change.isPending}
      onChange={(role) => change.mutate({ tenantId: tenant.id, userId: member.id, role })}
    />
  );
}

function RemoveMember({ member }: { member: MemberView }) {
  const { tenant } = useSession();
  const api = useApi();
  const refresh = useRefreshMembers();
  const remove = useMutation(
    api.members.remove.mutationOptions({ onError: (error) => toast.failed("The member was not removed", readProblem(error).detail) }),
  );
  return (
    <AlertDialog
      title={`Remove ${member.email}?`}
      description="Their sessions end at once. API keys that they made stay, since programs rely on them; revoke those under API keys."
      action="Remove member"
      trigger={
        <Button size="small" className="text-bad" aria-label={`Remove ${member.email}`}>
          <UserX aria-hidden /> <span className="max-sm:sr-only">Remove</span>
        </Button>
      }
      onConfirm={async () => {
        await remove.mutateAsync({ tenantId: tenant.id, userId: member.id });
        await refresh();
        toast.done(`${member.email} was removed.`);
      }}
    />
  );
}

function LeaveWorkspace() {
  const { tenant } = useSession();
  const api = useApi();
  const leave = useMutation(
    api.members.leave.mutationOptions({ onError: (error) => toast.failed("You did not leave", readProblem(error).detail) }),
  );
  return (
    <AlertDialog
      title={`Leave ${tenant.name}?`}
      description="You no longer see this workspace. Somebody in it can invite you again."
      action="Leave workspace"
      trigger={<Button size="small">Leave</Button>}
      onConfirm={async () => {
        await leave.mutateAsync({ tenantId: tenant.id });
        window.location.assign("/");
      }}
    />
  );
}
