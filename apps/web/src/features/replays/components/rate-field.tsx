"use client";

import { replayRates } from "@hooklane/contracts";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { type RateForm, rateBounds, rateChoices } from "../lib/replay-rate.ts";

interface RateFieldProps {
  value: RateForm;
  /** What the endpoint may be taken to allow now, in deliveries per second; null: not known. */
  ownPerS: number | null;
  error: string | undefined;
  onChange: (value: RateForm) => void;
}

/** How fast a bulk replay is to go: one of a few choices, or a number. */
export function RateField({ value, ownPerS, error, onChange }: RateFieldProps) {
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <Field label="Rate" hint="A ceiling: the endpoint's own limits hold beside it, and new events go first.">
        {(control) => (
          <Select
            {...control}
            value={value.choice}
            onChange={(event) => onChange({ ...value, choice: event.target.value as RateForm["choice"] })}
          >
            {rateChoices(ownPerS).map(([choice, label]) => (
              <option key={choice} value={choice}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {value.choice === "number" && (
        <Field label="Deliveries per second" hint={`From ${rateBounds}.`} error={error}>
          {(control) => (
            <Input
              {...control}
              type="number"
              inputMode="decimal"
              min={replayRates.min}
              max={replayRates.max}
              step="any"
              value={value.text}
              onChange={(event) => onChange({ ...value, text: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
