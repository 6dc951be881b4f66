import { type ProblemCode, problemHelp, problems } from "@hooklane/contracts";
import { Badge } from "../../../ui/badge.tsx";
import { DocsShell } from "./docs-shell.tsx";
import { Code, Prose } from "./prose.tsx";

/** Every code of a problem: what it means and what can be done. The address of each, with the code after a `#`, is what `type` of a problem says. */
export function ProblemCatalogue() {
  const codes = Object.entries(problems) as [ProblemCode, (typeof problems)[ProblemCode]][];
  const byStatus = [...Map.groupBy(codes, ([, [status]]) => status)].sort(([a], [b]) => a - b);
  return (
    <DocsShell
      current="/docs/errors"
      links={byStatus.map(([status, ofStatus]) => ({
        href: `#${ofStatus[0]?.[0]}`,
        label: String(status),
        inner: ofStatus.map(([code]) => ({ href: `#${code}`, label: code })),
      }))}
    >
      <header className="max-w-3xl pb-6">
        <h1 className="font-semibold text-3xl tracking-tight">Problems</h1>
        <p className="mt-2 text-lg text-muted">
          Why a call was not done. Programs go by <Code>code</Code>: it never changes its meaning, while titles and details may be worded
          better.
        </p>
      </header>
      <div className="max-w-3xl divide-y border-t">
        {codes
          .toSorted(([, [a]], [, [b]]) => a - b)
          .map(([code, [status, title]]) => (
            <section key={code} aria-labelledby={code} className="py-6 target:bg-accent-soft">
              <h2 id={code} className="flex scroll-mt-16 flex-wrap items-center gap-2 font-mono font-semibold">
                <Badge className="font-mono">{status}</Badge>
                <span className="break-all">{code}</span>
              </h2>
              <p className="mt-1 font-medium">{title}</p>
              <p className="mt-2">
                <Prose text={problemHelp[code].meaning} />
              </p>
              <p className="mt-2 text-muted">
                <span className="font-medium text-ink">What to do: </span>
                <Prose text={problemHelp[code].remedy} />
              </p>
            </section>
          ))}
      </div>
    </DocsShell>
  );
}
