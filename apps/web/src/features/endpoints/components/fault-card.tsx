"use client";

import type { ConfigurationErrorView, FaultEvidence } from "@hooklane/contracts";
import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { formatCount, formatShare } from "../../../ui/lib/format-number.ts";
import { formatSpan } from "../../../ui/lib/format-time.ts";
import { Time } from "../../../ui/time.tsx";
import { useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import type { useTestEvent } from "../hooks/use-test-event.ts";
import { faultGuide } from "../lib/fault-guide.ts";
import { SignatureCheck } from "./signature-check.tsx";
import { TestAgain } from "./test-again.tsx";

const REFRESH_MS = 10_000;

interface FaultCardProps {
  endpointId: string;
  fault: ConfigurationErrorView;
  /** The caller's: what a test tells outlives this card, which goes when the test has mended the fault. */
  test: ReturnType<typeof useTestEvent>;
}

/** An endpoint that looks set up wrongly: what speaks for it, what it means, how it is mended, and whether it is. */
export function FaultCard({ endpointId, fault, test }: FaultCardProps) {
  const { tenant } = useSession();
  const api = useApi();
  const { data: evidence } = useQuery(
    api.endpoints.fault.queryOptions({ tenantId: tenant.id, endpointId }, { refetchInterval: REFRESH_MS }),
  );
  const guide = faultGuide(fault.cause);
  const base = `/${tenant.id}/endpoints/${endpointId}`;
  const place = {
    secrets: ["Open the secrets", `${base}/secrets`],
    settings: ["Open the settings", `${base}/settings`],
    nowhere: undefined,
  }[guide.leads];
  return (
    <Card title="It looks set up wrongly" className="border-bad">
      <p className="font-semibold text-bad text-lg">{guide.title}</p>
      <p className="mt-0.5">{guide.why}</p>
      <div className="mt-4 grid grid-cols-1 gap-x-8 gap-y-5 lg:grid-cols-2">
        <Part title="What speaks for it">
          <p>
            {evidence ? (
              <>
                {formatCount(evidence.matching)} of {formatCount(evidence.finished)} attempts in the last{" "}
                {formatSpan(evidence.window_seconds)} ended so
              </>
            ) : (
              <>{formatShare(fault.share)} of the attempts ended so</>
            )}
            , since <Time at={fault.since} />.
          </p>
          {evidence?.example && <Example example={evidence.example} base={`/${tenant.id}`} />}
        </Part>
        <Part title="How to mend it">
          <ol className="flex list-decimal flex-col gap-1.5 pl-5">
            {guide.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {place && (
            <div className="mt-3">
              <ButtonLink href={place[1] as string}>
                {place[0]} <ArrowRight aria-hidden />
              </ButtonLink>
            </div>
          )}
        </Part>
        <Part title="Is it mended?">
          <TestAgain endpointId={endpointId} test={test} />
        </Part>
        {guide.signature && (
          <Part title="Does it verify signatures at all?">
            <SignatureCheck endpointId={endpointId} refusesAll />
          </Part>
        )}
      </div>
    </Card>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1.5 font-medium">{title}</h3>
      {children}
    </section>
  );
}

function Example({ example, base }: { example: NonNullable<FaultEvidence["example"]>; base: string }) {
  const { status, error, location, body } = example;
  return (
    <div className="mt-2 flex flex-col gap-2">
      <p className="text-muted text-sm">
        <Link href={`${base}/deliveries/${example.delivery_id}`} className="underline underline-offset-4 hover:text-ink">
          The latest one
        </Link>
        , <Time at={example.at} />
        {status !== null && `, answered ${status}`}:
      </p>
      {location && <CodeBlock code={location} what="address that the redirect names" wrap />}
      {status === null && error && <CodeBlock code={error} what="what was remarked" wrap />}
      {body && <CodeBlock code={body} what="beginning of the answer" wrap className="max-h-40 overflow-auto" />}
    </div>
  );
}
