"use client";

import { useQuery } from "@tanstack/react-query";
import { Card } from "../../../ui/card.tsx";
import { ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { EmailCard } from "./email-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { ProfileCard } from "./profile-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { TwoFactorCard } from "./two-factor-card.tsx";
import { WorkspacesCard } from "./workspaces-card.tsx";

/** A person's own account: who they are, how they sign in, and where they are signed in. */
export function AccountPage() {
  const api = useApi();
  const query = useQuery(api.account.get.queryOptions());
  const account = query.data;
  return (
    <>
      <PageHeader title="Your account" description="It is the same in all workspaces that you belong to." />
      {account ? (
        <div className="flex max-w-3xl flex-col gap-5">
          <ProfileCard key={account.name} account={account} />
          <EmailCard account={account} />
          <PasswordCard account={account} />
          <TwoFactorCard account={account} />
          <SessionsCard />
          <WorkspacesCard />
        </div>
      ) : (
        <Card>
          {query.isPending ? (
            <LoadingState label="Reading your account" />
          ) : (
            <ErrorState title="Your account could not be read" detail={readProblem(query.error).detail} onRetry={() => query.refetch()} />
          )}
        </Card>
      )}
    </>
  );
}
