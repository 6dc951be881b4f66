import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "../../../ui/button.tsx";
import { Logo } from "../../../ui/logo.tsx";

/** What this installation is, for whoever opens its address. @param publicUrl without a slash at its end */
export function Landing({ publicUrl }: { publicUrl: string }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-3xl flex-col justify-center gap-10 px-6 py-16">
      <header>
        <p className="flex items-center gap-2 font-semibold text-lg tracking-tight">
          <Logo className="size-6 text-accent" /> Hooklane
        </p>
        <h1 className="mt-8 max-w-2xl text-balance font-semibold text-4xl tracking-tight">
          Webhooks that arrive, and say why when they wait.
        </h1>
        <p className="mt-4 max-w-prose text-lg text-muted">
          Producers hand events to Hooklane. It delivers each one to every endpoint that asked for it, keeps trying while an endpoint is
          down, goes easy on one that struggles, and tells you what it is waiting for.
        </p>
        <div className="mt-7 flex flex-wrap gap-3">
          <ButtonLink variant="primary" href="/sign-up">
            Create a workspace <ArrowRight aria-hidden />
          </ButtonLink>
          <ButtonLink href="/sign-in">Sign in</ButtonLink>
        </div>
      </header>
      <dl className="grid grid-cols-1 gap-x-8 gap-y-6 border-t pt-8 sm:grid-cols-2">
        <Fact term="Send an event">
          <Code>POST {publicUrl}/v1/events</Code> with an API key of your workspace in the Authorization header.
        </Fact>
        <Fact term="Receive events">
          <Code>POST {publicUrl}/v1/subscriptions</Code> registers an endpoint; so does the dashboard. Its secret signs what it receives.
        </Fact>
        <Fact term="Verify a delivery">
          Requests are signed as Standard Webhooks describes: with <Code>webhook-id</Code>, <Code>webhook-timestamp</Code> and{" "}
          <Code>webhook-signature</Code>.
        </Fact>
        <Fact term="Is it up?">
          <a className="text-accent underline underline-offset-4" href="/readyz">
            /readyz
          </a>{" "}
          answers 200 while the service takes and delivers events.
        </Fact>
      </dl>
    </main>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-medium">{term}</dt>
      <dd className="mt-1 text-muted">{children}</dd>
    </div>
  );
}

function Code({ children }: { children: ReactNode }) {
  return <code className="break-words font-mono text-ink text-xs">{children}</code>;
}
