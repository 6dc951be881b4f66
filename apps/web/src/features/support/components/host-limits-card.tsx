"use client";

import { type HostLimitView, setHostLimitSchema } from "@hooklane/contracts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { faultsOf } from "../lib/limits-form.ts";
import { ReadState } from "./read-state.tsx";

/** What single hosts may have in flight instead of the configured cap. */
export function HostLimitsCard() {
  const api = useApi();
  const query = useQuery(api.support.hostLimits.queryOptions());
  return (
    <ReadState query={query} what="The limits of hosts">
      {(limits) => (
        <Card
          flush
          title="Hosts"
          description="Requests in flight to one host, over all workspaces that send there. A host that is not listed has the configured cap."
        >
          {limits.length > 0 && <Table label="Limits of hosts" columns={columns} rows={limits} keyOf={({ host }) => host} />}
          <HostLimitForm />
        </Card>
      )}
    </ReadState>
  );
}

function useSetHostLimit(done: string) {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation(
    api.support.setHostLimit.mutationOptions({
      onSuccess: async () => {
        await cache.invalidateQueries(api.support.hostLimits.pathFilter());
        toast.done(done);
      },
    }),
  );
}

function HostLimitForm() {
  const [typed, setTyped] = useState({ host: "", cap: "", note: "" });
  const [asked, setAsked] = useState(false);
  const set = useSetHostLimit("The workers follow within seconds.");
  const cap = typed.cap.trim() === "" ? Number.NaN : Number(typed.cap);
  const parsed = setHostLimitSchema.safeParse({ ...typed, cap });
  const faults = asked ? faultsOf(parsed) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!parsed.success) return;
    set.mutate(parsed.data, {
      onSuccess: () => {
        setTyped({ host: "", cap: "", note: "" });
        setAsked(false);
      },
    });
  };
  const input = (name: keyof typeof typed) => ({
    value: typed[name],
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3 p-4">
      {set.error && (
        <div role="alert">
          <Notice tone="bad" title={readProblem(set.error).detail} />
        </div>
      )}
      <div className="flex flex-wrap items-start gap-3">
        <Field label="Host" className="min-w-52 flex-2" error={faults.host}>
          {(control) => <Input {...control} {...input("host")} className="font-mono text-sm" placeholder="api.example.com:443" />}
        </Field>
        <Field label="In flight" className="w-28" error={faults.cap}>
          {(control) => <Input {...control} {...input("cap")} inputMode="numeric" />}
        </Field>
        <Field label="Note" className="min-w-52 flex-3" error={faults.note}>
          {(control) => <Input {...control} {...input("note")} />}
        </Field>
        <Button type="submit" variant="primary" busy={set.isPending} className="sm:mt-6.5">
          Set limit
        </Button>
      </div>
    </form>
  );
}

const columns: Column<HostLimitView>[] = [
  { id: "host", header: "Host", cell: ({ host }) => <code className="break-all font-mono">{host}</code> },
  { id: "cap", header: "In flight", align: "right", cell: ({ cap }) => cap.toLocaleString("en") },
  { id: "note", header: "Note", from: "sm", className: "break-words text-muted", cell: ({ note }) => note },
  { id: "since", header: "Changed", from: "md", className: "text-muted", cell: ({ updated_at }) => <Time at={updated_at} /> },
  { id: "lift", header: <span className="sr-only">Actions</span>, align: "right", cell: (limit) => <LiftLimit limit={limit} /> },
];

function LiftLimit({ limit: { host } }: { limit: HostLimitView }) {
  const lift = useSetHostLimit("The configured cap holds again.");
  return (
    <AlertDialog
      title={`Lift the limit of ${host}?`}
      description="The configured cap holds for it again."
      action="Lift limit"
      trigger={
        <Button size="small" aria-label={`Lift the limit of ${host}`}>
          Lift
        </Button>
      }
      onConfirm={() =>
        lift.mutateAsync({ host, cap: null }).catch((error) => {
          toast.failed("The limit was not lifted", readProblem(error).detail);
          throw error;
        })
      }
    />
  );
}
