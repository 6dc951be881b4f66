"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { createWorkspaceSchema } from "@hooklane/contracts";
import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useForm } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { useApi } from "../../api/index.ts";
import { FormAlert, showRefusal } from "../../auth/index.ts";

/** The workspaces of a person, and a way to make another one. */
export function WorkspacesCard() {
  const api = useApi();
  const { data: me } = useQuery(api.me.get.queryOptions());
  const create = useMutation(api.workspace.create.mutationOptions());
  const form = useForm({ resolver: zodResolver(createWorkspaceSchema), defaultValues: { name: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      const { id } = await create.mutateAsync(values);
      window.location.assign(`/${id}`); // a whole new page: the session has another id now
    } catch (error) {
      showRefusal(form, error, ["name"]);
    }
  });
  return (
    <div id="workspaces" className="scroll-mt-16">
      <Card title="Workspaces" description="Each has its own endpoints, keys, members and log.">
        <ul className="mb-4 flex flex-col gap-1.5">
          {me?.tenants.map((tenant) => (
            <li key={tenant.id} className="flex flex-wrap items-baseline justify-between gap-x-4">
              <Link href={`/${tenant.id}`} className="min-w-0 break-words text-accent underline underline-offset-4">
                {tenant.name}
              </Link>
              <span className="text-muted text-sm capitalize">{tenant.role}</span>
            </li>
          ))}
          {me?.tenants.length === 0 && <li className="text-muted">You belong to no workspace at present.</li>}
        </ul>
        {me?.user.must_confirm ? (
          <p className="border-t pt-4 text-muted">Confirm your e-mail address to make another one.</p>
        ) : (
          <form onSubmit={submit} noValidate className="flex flex-col gap-4 border-t pt-4">
            <FormAlert message={errors.root?.message} />
            <Field label="Name of a new workspace" error={errors.name?.message}>
              {(control) => <Input {...control} autoComplete="organization" {...form.register("name")} />}
            </Field>
            <div>
              <Button type="submit" busy={isSubmitting}>
                Create workspace
              </Button>
            </div>
          </form>
        )}
      </Card>
    </div>
  );
}
