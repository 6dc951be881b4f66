"use client";

import type { AccountView } from "@hooklane/contracts";
import { useQuery } from "@tanstack/react-query";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { ServiceButtons } from "../../auth/index.ts";
import { ConfirmForm } from "./confirm-form.tsx";

interface ConfirmDialogProps {
  why: string;
  onAnswer: (isConfirmed: boolean) => void;
}

/** Asks who sits at the page to prove who they are, over whatever they were about to do, which then goes on by itself. */
export function ConfirmDialog({ why, onAnswer }: ConfirmDialogProps) {
  const api = useApi();
  const account = useQuery(api.account.get.queryOptions());
  return (
    <Dialog title="Confirm that it is you" description={why} open onOpenChange={(open) => !open && onAnswer(false)}>
      {account.isPending && <LoadingState rows={2} label="Reading your account" />}
      {account.isError && !account.data && (
        <ErrorState title="Your account could not be read" detail={readProblem(account.error).detail} onRetry={() => account.refetch()} />
      )}
      {account.data && <Ways account={account.data} onAnswer={onAnswer} />}
    </Dialog>
  );
}

/** The ways in which somebody can prove who they are: those by which they sign in. */
function Ways({ account, onAnswer }: { account: AccountView; onAnswer: (isConfirmed: boolean) => void }) {
  const api = useApi();
  const options = useQuery(api.auth.options.queryOptions());
  // An account with a second factor is signed in with password and code alone
  const services = account.two_factor ? [] : (options.data?.services ?? []).filter(({ id }) => account.sign_in_services.includes(id));
  if (account.has_password) {
    return (
      <>
        <ConfirmForm account={account} onConfirmed={() => onAnswer(true)} onCancel={() => onAnswer(false)} />
        <AgainByService services={services} />
      </>
    );
  }
  if (options.isPending) return <LoadingState rows={1} label="Reading the ways to sign in" />;
  if (services.length > 0) {
    return (
      <>
        <p>Your account has no password. Sign in again; you come back to this page, and can then do it.</p>
        <AgainByService services={services} />
      </>
    );
  }
  return (
    <Notice tone="wait" title="Your account has no password yet">
      Sign out, and choose one with “Forgot your password?”.
    </Notice>
  );
}

function AgainByService({ services }: { services: { id: string; name: string }[] }) {
  const { pathname, search, hash } = window.location;
  return <ServiceButtons services={services} next={pathname + search + hash} />;
}
