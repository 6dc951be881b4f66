import type { StoredEventType } from "@hooklane/db";
import type { DerivedKeyParts } from "../geo/derive-key.ts";

/** What a tenant's catalogue asks for when an event of a type comes in. */
export interface IngestRules {
  isGeo: boolean;
  derivedKey: DerivedKeyParts | undefined;
  announceCompleted: boolean;
}

const none: IngestRules = { isGeo: false, derivedKey: undefined, announceCompleted: false };

/** The rules of all event types that are in a catalogue; the others have none. */
export class EventTypeIndex {
  readonly #rules = new Map<string, IngestRules>();

  /** Takes changed rows from a follower; the same row may come twice. */
  readonly apply = (changed: readonly StoredEventType[]): void => {
    for (const { tenantId, name, kind, derivedKey, announceCompleted } of changed) {
      const isGeo = kind === "geojson";
      const derived = isGeo && derivedKey ? (derivedKey as unknown as DerivedKeyParts) : undefined;
      this.#rules.set(`${tenantId} ${name}`, { isGeo, derivedKey: derived, announceCompleted });
    }
  };

  rulesOf(tenantId: string, type: string): IngestRules {
    return this.#rules.get(`${tenantId} ${type}`) ?? none;
  }
}
