"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { inviteSchema, type Role } from "@hooklane/contracts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { useApi } from "../../api/index.ts";
import { FormAlert, showRefusal } from "../../auth/index.ts";
import { useSession } from "../../session/index.ts";
import { RoleSelect } from "./role-select.tsx";

/** Asks a person into the workspace, by mail. */
export function InviteMember() {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      title="Invite a member"
      description="They get a mail with a link that works for 7 days."
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary">
          <UserPlus aria-hidden /> Invite
        </Button>
      }
    >
      <InviteForm onDone={() => setOpen(false)} />
    </Dialog>
  );
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const { tenant, me, may } = useSession();
  const api = useApi();
  const cache = useQueryClient();
  const invite = useMutation(api.invitations.create.mutationOptions());
  const form = useForm({ resolver: zodResolver(inviteSchema), defaultValues: { email: "", role: "developer" as Role } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await invite.mutateAsync({ tenantId: tenant.id, ...values });
      await cache.invalidateQueries(api.members.pathFilter());
      toast.done(me.sends_mail ? `${values.email} is invited.` : `${values.email} is invited. The operator finds the mail in the outbox.`);
      onDone();
    } catch (error) {
      showRefusal(form, error, ["email", "role"]);
    }
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <FormAlert message={errors.root?.message} />
      <Field label="E-mail address" error={errors.email?.message}>
        {(control) => <Input {...control} type="email" autoComplete="off" autoFocus {...form.register("email")} />}
      </Field>
      <Field label="Role" hint="It can be changed later." error={errors.role?.message}>
        {(control) => (
          <Controller
            control={form.control}
            name="role"
            render={({ field: { value, onChange } }) => (
              <RoleSelect {...control} value={value} mayMakeOwners={may("owners:write")} onChange={onChange} />
            )}
          />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          Send the invitation
        </Button>
      </div>
    </form>
  );
}
