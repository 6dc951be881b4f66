"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type AccountView, renameAccountSchema } from "@hooklane/contracts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { useApi } from "../../api/index.ts";
import { FormAlert, showRefusal } from "../../auth/index.ts";

export function ProfileCard({ account }: { account: AccountView }) {
  const api = useApi();
  const cache = useQueryClient();
  const rename = useMutation(api.account.rename.mutationOptions());
  const form = useForm({ resolver: zodResolver(renameAccountSchema), defaultValues: { name: account.name } });
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await rename.mutateAsync(values);
      await cache.invalidateQueries(api.account.pathFilter());
      toast.done("Your name is saved.");
    } catch (error) {
      showRefusal(form, error, ["name"]);
    }
  });
  return (
    <Card title="Profile">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <FormAlert message={errors.root?.message} />
        <Field label="Name" hint="Other members of your workspaces see it." error={errors.name?.message}>
          {(control) => <Input {...control} autoComplete="name" {...form.register("name")} />}
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
