import type { ReactNode } from "react";
import { getContainer } from "../server/container-registry.ts";
import { Notice } from "../ui/notice.tsx";

/** What this installation is, for whoever opens its address. */
export default function HomePage() {
  const { publicUrl } = getContainer();
  return (
    <main className="mx-auto flex min-h-dvh max-w-3xl flex-col justify-center gap-10 px-6 py-16">
      <header>
        <p className="font-semibold text-sky-700 text-sm tracking-wide dark:text-sky-400">Hooklane</p>
        <h1 className="mt-2 text-balance font-semibold text-4xl tracking-tight">This is a webhook delivery service.</h1>
        <p className="mt-4 max-w-prose text-lg text-slate-600 dark:text-slate-300">
          Producers hand it events. It delivers each one to every endpoint that asked for it, keeps trying while an endpoint is down, and
          says why something waits.
        </p>
      </header>
      <dl className="grid gap-6 sm:grid-cols-2">
        <Fact term="Send an event">
          <code className="break-all font-mono text-sm">POST {publicUrl}/v1/events</code>
          <p className="mt-1">with an API key of your workspace in the Authorization header.</p>
        </Fact>
        <Fact term="Receive events">
          <code className="break-all font-mono text-sm">POST {publicUrl}/v1/subscriptions</code>
          <p className="mt-1">registers an endpoint. The answer holds the secret that signs its deliveries; it is shown once.</p>
        </Fact>
        <Fact term="Verify a delivery">
          Requests are signed as Standard Webhooks describes: with <code className="font-mono text-sm">webhook-id</code>,{" "}
          <code className="font-mono text-sm">webhook-timestamp</code> and <code className="font-mono text-sm">webhook-signature</code>.
        </Fact>
        <Fact term="Is it up?">
          <a className="underline underline-offset-4" href="/readyz">
            /readyz
          </a>{" "}
          answers 200 while the service takes and delivers events.
        </Fact>
      </dl>
      <Notice title="You need a workspace">
        Workspaces and their first API keys are made by the operator of this installation, with{" "}
        <code className="font-mono text-sm">npm run admin -- create-tenant</code>.
      </Notice>
    </main>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="border-slate-200 border-t pt-4 dark:border-slate-800">
      <dt className="font-medium">{term}</dt>
      <dd className="mt-1 text-slate-600 dark:text-slate-300">{children}</dd>
    </div>
  );
}
