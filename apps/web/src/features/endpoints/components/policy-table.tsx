import { Ban, CircleCheck, Hourglass, type LucideIcon } from "lucide-react";
import { toneText } from "../../../ui/badge.tsx";
import { cn } from "../../../ui/cn.ts";
import type { PolicyLine } from "../lib/policy-lines.ts";

const signs: Record<PolicyLine["holds"], { icon: LucideIcon; tone: "good" | "wait" | "bad"; label: string }> = {
  nothing: { icon: CircleCheck, tone: "good", label: "Holds nothing back" },
  some: { icon: Hourglass, tone: "wait", label: "Holds some back" },
  everything: { icon: Ban, tone: "bad", label: "Holds everything back" },
};

/** Where each policy stands and what would change it, one a row. */
export function PolicyTable({ lines }: { lines: readonly PolicyLine[] }) {
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">Where every policy stands, in the order in which they are asked</caption>
      <thead className="max-md:sr-only">
        <tr className="text-left text-muted text-xs">
          <th scope="col" className="w-44 py-1.5 pr-4 font-medium">
            Policy
          </th>
          <th scope="col" className="py-1.5 pr-4 font-medium">
            Now
          </th>
          <th scope="col" className="py-1.5 font-medium">
            What changes it
          </th>
        </tr>
      </thead>
      <tbody className="divide-y border-t">
        {lines.map(({ id, policy, holds, state, change }) => {
          const { icon: Icon, tone, label } = signs[holds];
          return (
            <tr key={id} className="max-md:flex max-md:flex-col max-md:py-2">
              <th scope="row" className="whitespace-nowrap py-1.5 pr-4 text-left align-top font-medium max-md:py-0">
                <span className="flex items-center gap-1.5">
                  <Icon role="img" aria-label={label} className={cn("size-4 shrink-0", toneText[tone])} />
                  {policy}
                </span>
              </th>
              <td className={cn("py-1.5 pr-4 align-top tabular-nums max-md:py-0.5", holds !== "nothing" && "font-medium")}>{state}</td>
              <td className="py-1.5 align-top text-muted max-md:py-0">{change}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
