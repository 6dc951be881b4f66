"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { createWorkspaceSchema, DELETION_GRACE_DAYS } from "@hooklane/contracts";
import { useMutation } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button, buttonStyle } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { KeyValue } from "../../../ui/key-value.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Time } from "../../../ui/time.tsx";
import { toast } from "../../../ui/toaster.tsx";

import { readProblem, useApi } from "../../api/index.ts";
import { FormAlert, showRefusal } from "../../auth/index.ts";
import { useSession } from "../../session/index.ts";

/** What a workspace is called, what can be taken out of it, and its end. */
export function WorkspaceSettings() {
  const { tenant, may } = useSession();
  return (
    <>
      <PageHeader title="Settings" description="Of this workspace, for all its members." />
      <div className="flex max-w-3xl flex-col gap-5">
        {may("workspace:write") && <NameCard key={tenant.name} />}
        <Card title="About this workspace">
          <KeyValue
            items={[
              ["Name", tenant.name],
              [
                "Id",
                <code key="id" className="break-all font-mono text-xs">
                  {tenant.id}
                </code>,
              ],
              [
                "Plan",
                <span key="plan" className="capitalize">
                  {tenant.plan}
                </span>,
              ],
              [
                "Your role",
                <span key="role" className="capitalize">
                  {tenant.role}
                </span>,
              ],
            ]}
          />
        </Card>
        {may("workspace:export") && <ExportCard />}
        {may("workspace:delete") && (tenant.delete_at === null ? <DeleteCard /> : <KeepCard deleteAt={tenant.delete_at} />)}
      </div>
    </>
  );
}

function NameCard() {
  const { tenant } = useSession();
  const router = useRouter();
  const api = useApi();
  const rename = useMutation(api.workspace.rename.mutationOptions());
  const form = useForm({ resolver: zodResolver(createWorkspaceSchema), defaultValues: { name: tenant.name } });
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await rename.mutateAsync({ tenantId: tenant.id, ...values });
      router.refresh();
      toast.done("The name is saved.");
    } catch (error) {
      showRefusal(form, error, ["name"]);
    }
  });
  return (
    <Card title="Name">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <FormAlert message={errors.root?.message} />
        <Field label="Workspace name" error={errors.name?.message}>
          {(control) => <Input {...control} autoComplete="organization" {...form.register("name")} />}
        </Field>
        <div>
          <Button type="submit" busy={isSubmitting} disabled={!isDirty}>
            Save name
          </Button>
        </div>
      </form>
    </Card>
  );
}

function ExportCard() {
  const { tenant } = useSession();
  return (
    <Card
      title="Export"
      description="Endpoints, event types, keys, members, events, deliveries with their attempts and the audit log, as one JSON object a line. Without secrets, header values and payloads."
    >
      <a href={`/api/exports/workspace?tenantId=${tenant.id}`} download className={buttonStyle({})}>
        <Download aria-hidden /> Download (NDJSON)
      </a>
    </Card>
  );
}

function DeleteCard() {
  const { tenant } = useSession();
  const router = useRouter();
  const api = useApi();
  const remove = useMutation(
    api.workspace.delete.mutationOptions({
      onError: (error) => toast.failed("The workspace was not deleted", readProblem(error).detail),
    }),
  );
  return (
    <Card
      title="Delete this workspace"
      description={`Nothing is accepted or sent from then on. For ${DELETION_GRACE_DAYS} days its owners can keep it after all; then it is erased.`}
    >
      <AlertDialog
        title={`Delete ${tenant.name}?`}
        description={`Its keys are refused and its endpoints paused at once. In ${DELETION_GRACE_DAYS} days everything that can be erased is erased. All owners get a mail.`}
        action="Delete workspace"
        typed={tenant.name}
        trigger={
          <Button className="text-bad">
            <Trash2 aria-hidden /> Delete workspace
          </Button>
        }
        onConfirm={async () => {
          await remove.mutateAsync({ tenantId: tenant.id });
          router.refresh();
          toast.done("The workspace will be deleted.");
        }}
      />
    </Card>
  );
}

function KeepCard({ deleteAt }: { deleteAt: string }) {
  const { tenant } = useSession();
  const router = useRouter();
  const api = useApi();
  const keep = useMutation(
    api.workspace.keep.mutationOptions({
      onSuccess: () => {
        router.refresh();
        toast.done("The workspace stays. Its endpoints go on.");
      },
      onError: (error) => toast.failed("The workspace is still to be deleted", readProblem(error).detail),
    }),
  );
  return (
    <Card title="Keep this workspace" description="Its keys work again, and the endpoints that were paused for the deletion go on.">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          It is to be deleted on <Time at={deleteAt} exact />.
        </p>
        <Button variant="primary" busy={keep.isPending} onClick={() => keep.mutate({ tenantId: tenant.id })}>
          Keep workspace
        </Button>
      </div>
    </Card>
  );
}
