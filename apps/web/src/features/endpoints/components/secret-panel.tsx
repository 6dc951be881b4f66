"use client";

import type { RevealedSecret, SecretView } from "@hooklane/contracts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { formatRemaining } from "../../../ui/lib/format-time.ts";
import { ErrorState, LoadingState } from "../../../ui/list-state.tsx";
import { useNow } from "../../../ui/now.tsx";
import { Time } from "../../../ui/time.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { RotateSecret } from "./rotate-secret.tsx";
import { VerifySnippets } from "./verify-snippets.tsx";

/** The secrets that sign an endpoint's deliveries: masked until they are asked for. */
export function SecretPanel({ endpointId }: { endpointId: string }) {
  const { tenant, may } = useSession();
  const api = useApi();
  const cache = useQueryClient();
  const input = { tenantId: tenant.id, endpointId };
  const query = useQuery(api.secrets.list.queryOptions(input));
  const [revealed, setRevealed] = useState<readonly RevealedSecret[]>();
  const failed = (title: string) => (error: unknown) => toast.failed(title, readProblem(error).detail);
  const reveal = useMutation(
    api.secrets.reveal.mutationOptions({ onSuccess: setRevealed, onError: failed("The secrets were not revealed") }),
  );
  const revoke = useMutation(api.secrets.revokePrevious.mutationOptions({ onError: failed("The previous secrets were not revoked") }));
  const refresh = async () => {
    setRevealed(undefined);
    await cache.invalidateQueries(api.secrets.list.queryFilter(input));
  };
  const hasPrevious = query.data?.some((secret) => secret.state === "previous") ?? false;
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
      <Card
        flush
        title="Signing secrets"
        description="Every attempt carries a signature for each of these, those of waiting deliveries too. Revealing them is recorded in the audit log."
        actions={
          may("secrets:reveal") && (
            <Button
              size="small"
              busy={reveal.isPending}
              onClick={() => (revealed ? setRevealed(undefined) : reveal.mutate(input))}
              aria-pressed={revealed !== undefined}
            >
              {revealed ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
              {revealed ? "Hide" : "Reveal"}
            </Button>
          )
        }
      >
        {query.isPending && <LoadingState rows={2} label="Reading secrets" />}
        {query.isError && !query.data && (
          <ErrorState title="The secrets could not be read" detail={readProblem(query.error).detail} onRetry={() => query.refetch()} />
        )}
        <ul className="divide-y">
          {query.data?.map((secret) => (
            <SecretRow key={secret.id} secret={secret} text={revealed?.find(({ id }) => id === secret.id)?.secret} />
          ))}
        </ul>
        {may("secrets:write") && (
          <div className="flex flex-wrap gap-2 border-t p-4">
            <RotateSecret endpointId={endpointId} onRotated={refresh} />
            {hasPrevious && (
              <AlertDialog
                title="Revoke the previous secrets?"
                description="Deliveries are signed with the current secret alone from now on. Receivers that still know only a previous one refuse them."
                action="Revoke now"
                trigger={<Button className="text-bad">Revoke previous</Button>}
                onConfirm={async () => {
                  await revoke.mutateAsync(input);
                  await refresh();
                  toast.done("The previous secrets are revoked.");
                }}
              />
            )}
          </div>
        )}
      </Card>
      <Card title="Verify what arrives">
        <VerifySnippets />
      </Card>
    </div>
  );
}

const MASK = `whsec_${"•".repeat(24)}`;

function SecretRow({ secret, text }: { secret: SecretView; text: string | null | undefined }) {
  const nowMs = useNow();
  const leftMs = secret.expires_at === null ? undefined : Date.parse(secret.expires_at) - nowMs;
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Badge tone={secret.state === "current" ? "good" : "wait"}>{secret.state === "current" ? "Current" : "Previous"}</Badge>
        <span className="text-muted text-sm">
          created <Time at={secret.created_at} />
        </span>
      </div>
      <div className="flex items-center gap-1">
        <code className="min-w-0 break-all font-mono text-xs">{text === null ? "It cannot be opened; rotate it." : (text ?? MASK)}</code>
        {text && <CopyButton value={text} what={`${secret.state} secret`} />}
      </div>
      {leftMs !== undefined && (
        <p className="text-sm text-wait tabular-nums">{leftMs > 0 ? `Signs for ${formatRemaining(leftMs)} more.` : "It signs no more."}</p>
      )}
    </li>
  );
}
