import type { SubscriptionView } from "@hooklane/contracts";
import { ArrowRight } from "lucide-react";
import { useEffect, useRef } from "react";
import { ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useSession } from "../../session/index.ts";
import { VerifySnippets } from "./verify-snippets.tsx";

/** What an endpoint's maker needs next: the secret, how to check it, and a first delivery. */
export function CreatedEndpoint({ endpoint }: { endpoint: SubscriptionView }) {
  const { tenant } = useSession();
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const base = `/${tenant.id}/endpoints/${endpoint.id}`;
  return (
    <>
      <div ref={heading} tabIndex={-1} className="outline-none">
        <PageHeader
          title="The endpoint is ready"
          trail={[{ href: `/${tenant.id}/endpoints`, label: "Endpoints" }]}
          description={<code className="break-all font-mono text-sm">{endpoint.url}</code>}
        />
      </div>
      <div className="flex max-w-2xl flex-col gap-5">
        <Card
          title="1. Keep its secret"
          description="It signs every delivery. Store it like a password; you can reveal it again under Secrets."
        >
          <CodeBlock code={endpoint.secret ?? ""} what="signing secret" wrap />
        </Card>
        <Card title="2. Verify what arrives" description="Deliveries are signed as Standard Webhooks describes.">
          <VerifySnippets />
        </Card>
        <Card title="3. Watch a delivery" description="A test event takes the same way as every other, and is marked as a test.">
          <div className="flex flex-wrap gap-2">
            <ButtonLink variant="primary" href={`${base}/test`}>
              Send a test event <ArrowRight aria-hidden />
            </ButtonLink>
            <ButtonLink href={base}>Open the endpoint</ButtonLink>
          </div>
        </Card>
      </div>
    </>
  );
}
