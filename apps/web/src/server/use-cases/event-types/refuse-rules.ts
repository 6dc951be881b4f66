import type { EventKind, EventTypeInput } from "@hooklane/contracts";
import { type Refusal, refuse } from "../../result.ts";

/** Why a type cannot ask for this, if so: a derived key is made from a place. */
export function refuseRules(kind: EventKind, derivedKey: EventTypeInput["derived_key"]): Refusal | undefined {
  if (kind === "geojson" || !derivedKey) return undefined;
  return refuse("unprocessable", "A key is derived for types of the kind geojson only: it holds the geometry.", "derived_key");
}
