import { replayRateSchema, replayRates } from "@hooklane/contracts";

/** How fast a bulk replay is to go, as the form holds it: a part of what the endpoint allows, or a number of its own. */
export interface RateForm {
  choice: "own" | "half" | "tenth" | "number";
  /** What is typed for `number`. */
  text: string;
}

export type ReadRate = { ok: true; maxPerS: number | null } | { ok: false; error: string };

export const rateBounds = `${replayRates.min} to ${replayRates.max.toLocaleString("en")} deliveries per second`;

const partOf = { half: 2, tenth: 10 } as const;
const part = (choice: keyof typeof partOf, ownPerS: number): number =>
  Math.max(replayRates.min, Math.round((ownPerS / partOf[choice]) * 10) / 10);

/** What can be chosen. @param ownPerS what the endpoint may be taken to allow now; null: that is not known, so no parts of it are offered */
export const rateChoices = (ownPerS: number | null): readonly (readonly [RateForm["choice"], string])[] => [
  ["own", `The endpoint's own pace${ownPerS === null ? "" : `, now about ${formatRate(ownPerS)}`}`],
  ...(ownPerS === null
    ? []
    : ([
        ["half", `Half of it: at most ${formatRate(part("half", ownPerS))}`],
        ["tenth", `A tenth of it: at most ${formatRate(part("tenth", ownPerS))}`],
      ] as const)),
  ["number", "A number of deliveries per second"],
];

/** What the form holds for a job that has this rate. */
export const rateFormOf = (maxPerS: number | null): RateForm =>
  maxPerS === null ? { choice: "own", text: "" } : { choice: "number", text: String(maxPerS) };

export function readRate({ choice, text }: RateForm, ownPerS: number | null): ReadRate {
  if (choice === "half" || choice === "tenth") return { ok: true, maxPerS: ownPerS === null ? null : part(choice, ownPerS) };
  if (choice === "own") return { ok: true, maxPerS: null };
  const rate = replayRateSchema.safeParse(text.trim() === "" ? Number.NaN : Number(text));
  return rate.success ? { ok: true, maxPerS: rate.data } : { ok: false, error: `this must be a number from ${rateBounds}` };
}

/** How long a replay takes, in seconds, at the slower of the two rates. */
export const secondsAt = (selected: number, ownPerS: number, maxPerS: number | null): number =>
  Math.ceil(selected / Math.min(ownPerS, maxPerS ?? ownPerS));

export const formatRate = (perS: number): string => `${perS.toLocaleString("en", { maximumFractionDigits: 1 })}/s`;
