"use client";

import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useLinkToken } from "../hooks/use-link-token.ts";
import { AuthCard } from "./auth-card.tsx";
import { DeadLink } from "./dead-link.tsx";
import { FormAlert } from "./form-alert.tsx";
import { linkStyle } from "./link-style.ts";

/** Confirms an address, by a link from a mail. By a button, because programs that look into mails open links as well. */
export function ConfirmEmail() {
  const token = useLinkToken();
  const api = useApi();
  const confirm = useMutation(api.auth.confirmEmail.mutationOptions());
  const { data, error } = confirm;
  return (
    <AuthCard
      title="Confirm your e-mail address"
      footer={
        <Link href="/" className={linkStyle}>
          Go to Hooklane
        </Link>
      }
    >
      {data ? (
        <div role="status" className="flex flex-col gap-4">
          <Notice tone="good" title={`${data.email} is confirmed`}>
            {data.changed ? "It is the address that you sign in with from now on. Sign in again with it." : "You can use everything now."}
          </Notice>
          <ButtonLink href={data.changed ? "/sign-in" : "/"} variant="primary">
            {data.changed ? "Sign in" : "Open your workspace"}
          </ButtonLink>
        </div>
      ) : token === null ? (
        <DeadLink />
      ) : (
        <div className="flex flex-col gap-4">
          <FormAlert message={error ? readProblem(error).detail : undefined} />
          <p>One click, and the address to which the mail came is confirmed as yours.</p>
          <Button
            variant="primary"
            busy={confirm.isPending}
            disabled={token === undefined}
            onClick={() => confirm.mutate({ token: token ?? "" })}
          >
            Confirm this address
          </Button>
        </div>
      )}
    </AuthCard>
  );
}
