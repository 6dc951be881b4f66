import type { Permit } from "../policy/permit.ts";
import type { Held } from "./step.ts";

/** A grant of which permits are still held. */
export interface OpenGrant extends Held {
  /** Permits that were neither given back nor finished. */
  left: number;
  readonly isByAge: boolean;
  readonly hasNewWork: boolean;
}

/**
 * Grants by their number. The book stands before the policies: what it does not know never reaches them, so a late or
 * doubled end changes nothing.
 */
export class OpenGrants {
  readonly #grants = new Map<number, OpenGrant>();
  #last = 0;

  add(grant: OpenGrant): number {
    this.#grants.set(++this.#last, grant);
    return this.#last;
  }

  /** One permit of the grant is over. @returns null when no such permit is held */
  takeOne({ grantId, laneId, tenantId, host, class: deliveryClass }: Permit): OpenGrant | null {
    const grant = grantId === undefined ? undefined : this.#grants.get(grantId);
    if (!grant || grantId === undefined) return null;
    const { facts } = grant;
    if (facts.laneId !== laneId || facts.tenantId !== tenantId || facts.host !== host || facts.class !== deliveryClass) return null;
    if (--grant.left === 0) this.#grants.delete(grantId);
    return grant;
  }
}
