"use client";

import { type AlertPreferences, alertKinds } from "@hooklane/contracts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Card } from "../../../ui/card.tsx";
import { ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Select } from "../../../ui/select.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";

type Preference = AlertPreferences["kinds"][number];

/** Of which alerts mail is sent: to the members by the workspace's say, and to this one by their own. */
export function NotificationPreferences() {
  const { tenant, me, may } = useSession();
  const api = useApi();
  const query = useQuery(api.notifications.get.queryOptions({ tenantId: tenant.id }));
  const body = () => {
    if (query.isPending) return <LoadingState label="Reading preferences" rows={8} />;
    if (!query.data)
      return (
        <ErrorState title="The preferences could not be read" detail={readProblem(query.error).detail} onRetry={() => query.refetch()} />
      );
    return <Table label="Mail of alerts" columns={columns(may("members:write"))} rows={query.data.kinds} keyOf={({ kind }) => kind} />;
  };
  return (
    <>
      <PageHeader
        title="Mail of alerts"
        trail={[{ href: `/${tenant.id}/alerts`, label: "Alerts" }]}
        description={
          <>
            Alerts are always on the Alerts page. Mail goes to the workspace&rsquo;s owners and to whoever registered the endpoint, once
            when an alert opens and once when it is over. Yours goes to {me.user.email}.
          </>
        }
      />
      <Card flush>{body()}</Card>
    </>
  );
}

const columns = (mayDecide: boolean): Column<Preference>[] => [
  {
    id: "kind",
    header: "Alert",
    cell: ({ kind }) => (
      <span className="flex max-w-prose flex-col py-1">
        <span className="font-medium">{alertKinds[kind].label}</span>
        <span className="text-muted max-sm:hidden">{alertKinds[kind].rule}</span>
      </span>
    ),
  },
  {
    id: "workspace",
    header: "Workspace",
    cell: (preference) => (mayDecide ? <WorkspaceSwitch preference={preference} /> : preference.workspace ? "On" : "Off"),
  },
  { id: "mine", header: "Me", cell: (preference) => <MyChoice preference={preference} /> },
];

/** Writes what a change answered, so that nothing has to be read again. */
function useSettled() {
  const { tenant } = useSession();
  const api = useApi();
  const cache = useQueryClient();
  return {
    onSuccess: (preferences: AlertPreferences) => {
      cache.setQueryData(api.notifications.get.queryKey({ tenantId: tenant.id }), preferences);
      toast.done("Saved");
    },
    onError: (error: unknown) => toast.failed("The choice was not saved", readProblem(error).detail),
  };
}

function WorkspaceSwitch({ preference: { kind, workspace } }: { preference: Preference }) {
  const { tenant } = useSession();
  const change = useMutation(useApi().notifications.setDefault.mutationOptions(useSettled()));
  return (
    <Switch
      label={<span className="sr-only">Mail members of: {alertKinds[kind].label}</span>}
      checked={change.variables && change.isPending ? change.variables.by_mail : workspace}
      disabled={change.isPending}
      onChange={(event) => change.mutate({ tenantId: tenant.id, kind, by_mail: event.target.checked })}
    />
  );
}

function MyChoice({ preference: { kind, workspace, mine } }: { preference: Preference }) {
  const { tenant } = useSession();
  const change = useMutation(useApi().notifications.choose.mutationOptions(useSettled()));
  return (
    <Select
      aria-label={`Mail me of: ${alertKinds[kind].label}`}
      className="w-auto min-w-28"
      value={String(change.variables && change.isPending ? change.variables.by_mail : mine)}
      disabled={change.isPending}
      onChange={({ target: { value } }) =>
        change.mutate({ tenantId: tenant.id, kind, by_mail: value === "null" ? null : value === "true" })
      }
    >
      <option value="null">Default: {workspace ? "on" : "off"}</option>
      <option value="true">On</option>
      <option value="false">Off</option>
    </Select>
  );
}
