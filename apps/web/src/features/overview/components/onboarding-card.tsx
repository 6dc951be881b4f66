import { ArrowRight, CircleCheck, CircleDashed } from "lucide-react";
import { ButtonLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { cn } from "../../../ui/cn.ts";
import { OpenInbox } from "../../inbox/index.ts";
import type { OnboardingStep } from "../lib/onboarding.ts";

/** The next steps of a new workspace. */
export function OnboardingCard({ base, steps }: { base: string; steps: readonly OnboardingStep[] }) {
  const next = steps.find((step) => !step.done);
  const done = steps.filter((step) => step.done).length;
  return (
    <Card flush title="From here to a delivered event" description={`${done} of ${steps.length} done`}>
      <ol className="divide-y">
        {steps.map((step) => (
          <li key={step.id} className={cn("flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3", step === next && "bg-canvas")}>
            {step.done ? (
              <CircleCheck aria-label="Done:" role="img" className="size-5 shrink-0 text-good" />
            ) : (
              <CircleDashed
                aria-label="To do:"
                role="img"
                className={cn("size-5 shrink-0", step === next ? "text-accent" : "text-muted")}
              />
            )}
            <div className="min-w-0 flex-1 basis-60">
              <p className={cn("font-medium", step.done && "text-muted")}>{step.title}</p>
              {step === next && <p className="text-muted text-sm">{step.hint}</p>}
            </div>
            {step === next && step.id === "endpoint" && <OpenInbox size="small" />}
            {step === next && step.path && (
              <ButtonLink size="small" variant="primary" href={`${base}${step.path}`}>
                {step.title} <ArrowRight aria-hidden />
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
