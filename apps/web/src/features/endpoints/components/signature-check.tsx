"use client";

import { useMutation } from "@tanstack/react-query";
import { ShieldQuestion } from "lucide-react";
import Link from "next/link";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useDelivery } from "../../deliveries/index.ts";
import { useSession } from "../../session/index.ts";
import { signatureVerdict } from "../lib/signature-verdict.ts";

/** Finds out whether an endpoint verifies signatures, by sending it one that is wrong. @param refusesAll right ones are refused, too */
export function SignatureCheck({ endpointId, refusesAll }: { endpointId: string; refusesAll: boolean }) {
  const { tenant, may } = useSession();
  const api = useApi();
  const send = useMutation(api.tests.send.mutationOptions());
  if (!may("tests:send")) return null;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted text-sm">
        Sends one request, marked as a test, whose signature is wrong on purpose. It is sent once, and its answer counts for nothing else.
      </p>
      <div>
        <Button busy={send.isPending} onClick={() => send.mutate({ tenantId: tenant.id, endpointId, signature: "wrong" })}>
          <ShieldQuestion aria-hidden /> Send a wrong signature
        </Button>
      </div>
      {send.error && <Notice tone="bad" title={readProblem(send.error).detail} />}
      {send.data && <Verdict key={send.data.delivery_id} deliveryId={send.data.delivery_id} refusesAll={refusesAll} />}
    </div>
  );
}

function Verdict({ deliveryId, refusesAll }: { deliveryId: string; refusesAll: boolean }) {
  const { tenant } = useSession();
  const { data, error } = useDelivery(tenant.id, deliveryId);
  if (error && !data) return <Notice tone="bad" title={readProblem(error).detail} />;
  const { tone, title, detail } = signatureVerdict(data ?? { state: "pending", last_status: null }, refusesAll);
  return (
    <div aria-live="polite">
      <Notice
        tone={tone}
        title={title}
        action={
          <Link href={`/${tenant.id}/deliveries/${deliveryId}`} className="font-medium underline underline-offset-4">
            Open the delivery
          </Link>
        }
      >
        {detail}
      </Notice>
    </div>
  );
}
