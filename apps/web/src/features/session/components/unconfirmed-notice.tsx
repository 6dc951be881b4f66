"use client";

import type { MeView } from "@hooklane/contracts";
import { useMutation } from "@tanstack/react-query";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";

/** Says to whoever has not confirmed their address what that means and what ends it. */
export function UnconfirmedNotice({ me }: { me: MeView }) {
  const api = useApi();
  const resend = useMutation(
    api.account.resendConfirmation.mutationOptions({
      onSuccess: ({ email }) => toast.done(`Another mail is on its way to ${email}.`),
      onError: (error) => toast.failed("The mail was not sent", readProblem(error).detail),
    }),
  );
  if (!me.user.must_confirm) return null;
  return (
    <Notice
      tone="wait"
      title="Confirm your e-mail address"
      action={
        <Button size="small" busy={resend.isPending} onClick={() => resend.mutate()}>
          Send the mail again
        </Button>
      }
    >
      Open the link in the mail to {me.user.email}. Until then you can look around, but create nothing.
    </Notice>
  );
}
