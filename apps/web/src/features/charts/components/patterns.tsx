import type { Look, Series } from "../lib/figures.ts";

const tones: readonly Series["tone"][] = ["good", "bad", "wait", "live", "ink"];

export const strokeOf: Record<Series["tone"], string> = {
  good: "stroke-good",
  bad: "stroke-bad",
  wait: "stroke-wait",
  live: "stroke-live",
  ink: "stroke-ink",
};

export const fillOf: Record<Series["tone"], string> = {
  good: "fill-good",
  bad: "fill-bad",
  wait: "fill-wait",
  live: "fill-live",
  ink: "fill-ink",
};

export const dashOf: Partial<Record<Look, string>> = { dashed: "6 4", dotted: "1.5 4" };

/** The name under which a chart's bars are filled. */
export const patternId = (chartId: string, { look, tone }: Pick<Series, "look" | "tone">): string => `${chartId}-${look}-${tone}`;

/** Fillings that can be told apart without their colours. */
export function Patterns({ chartId }: { chartId: string }) {
  return (
    <defs>
      {tones.map((tone) => (
        <g key={tone}>
          <pattern
            id={patternId(chartId, { look: "hatched", tone })}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <line x1="0" y1="0" x2="0" y2="6" strokeWidth="5" className={strokeOf[tone]} />
          </pattern>
          <pattern
            id={patternId(chartId, { look: "crossed", tone })}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path d="M0 0V6M0 3H6" strokeWidth="2.5" className={strokeOf[tone]} />
          </pattern>
        </g>
      ))}
    </defs>
  );
}
