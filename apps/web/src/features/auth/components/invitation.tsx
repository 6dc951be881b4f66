"use client";

import type { InvitationOffer, MeView } from "@hooklane/contracts";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { signOut } from "next-auth/react";
import { useEffect } from "react";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { KeyValue } from "../../../ui/key-value.tsx";
import { LoadingState } from "../../../ui/list-state.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useLinkToken } from "../hooks/use-link-token.ts";
import { AuthCard } from "./auth-card.tsx";
import { DeadLink } from "./dead-link.tsx";
import { FormAlert } from "./form-alert.tsx";
import { JoinForm } from "./join-form.tsx";
import { linkStyle } from "./link-style.ts";

/** What a person is invited to, and how to accept: signed in as who they are, or with a new account. */
export function Invitation({ signedInAs }: { signedInAs: MeView["user"] | null }) {
  const token = useLinkToken();
  const api = useApi();
  const { mutate, data: offer, error } = useMutation(api.invitations.look.mutationOptions());
  useEffect(() => {
    if (token) mutate({ token });
  }, [token, mutate]);
  return (
    <AuthCard
      title={offer ? `Join ${offer.workspace}` : "Invitation"}
      footer={
        <Link href="/" className={linkStyle}>
          Go to Hooklane
        </Link>
      }
    >
      {token === null && <DeadLink />}
      <FormAlert message={error ? readProblem(error).detail : undefined} />
      {token !== null && !offer && !error && <LoadingState rows={3} label="Reading the invitation" />}
      {offer && token && (
        <div className="flex flex-col gap-5">
          <KeyValue
            items={[
              ["Workspace", offer.workspace],
              [
                "Your role",
                <span key="role" className="capitalize">
                  {offer.role}
                </span>,
              ],
              ["For", offer.email],
            ]}
          />
          <Answer token={token} offer={offer} signedInAs={signedInAs} />
        </div>
      )}
    </AuthCard>
  );
}

function Answer({ token, offer, signedInAs }: { token: string; offer: InvitationOffer; signedInAs: MeView["user"] | null }) {
  const api = useApi();
  const accept = useMutation(
    api.invitations.accept.mutationOptions({ onSuccess: ({ tenantId }) => window.location.assign(`/${tenantId}`) }),
  );
  if (signedInAs?.email === offer.email) {
    return (
      <>
        <FormAlert message={accept.error ? readProblem(accept.error).detail : undefined} />
        <Button variant="primary" busy={accept.isPending || accept.isSuccess} onClick={() => accept.mutate({ token })}>
          Accept the invitation
        </Button>
      </>
    );
  }
  if (signedInAs) {
    return (
      <>
        <p>
          You are signed in as {signedInAs.email}. Sign out first, then open the link again as {offer.email}.
        </p>
        <Button onClick={() => void signOut({ redirect: false }).then(() => window.location.reload())}>Sign out</Button>
      </>
    );
  }
  if (offer.has_account) {
    return (
      <>
        <p>This address has an account. Sign in with it; then you can accept.</p>
        <ButtonLink href={`/sign-in?next=%2Finvitation#${token}`} variant="primary">
          Sign in
        </ButtonLink>
      </>
    );
  }
  return <JoinForm token={token} email={offer.email} />;
}
