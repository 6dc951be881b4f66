import {
  Admission,
  type AdmissionOptions,
  type AdmissionTransition,
  type Classification,
  type Grant,
  type Offer,
  type Permit,
  type PolicyConfig,
  type Refusal,
} from "@hooklane/core";

/** Who hears of what admission decides. None of it may throw. */
export interface AdmissionMeter {
  round: (offers: readonly Offer[], grants: readonly Grant[], refusals: readonly Refusal[], now: number) => void;
  finished: (permit: Permit) => void;
  givenBack: (permit: Permit, n: number) => void;
  transition: (transition: AdmissionTransition) => void;
}

/** Admission whose decisions are counted as they are made. Decides exactly as the other. */
export class MeteredAdmission extends Admission {
  readonly #meter: AdmissionMeter;

  constructor(config: PolicyConfig, options: AdmissionOptions, meter: AdmissionMeter) {
    super(config, {
      ...options,
      onTransition: (transition) => {
        meter.transition(transition);
        options.onTransition?.(transition);
      },
    });
    this.#meter = meter;
  }

  override grant(offers: readonly Offer[], now: number): { grants: Grant[]; refusals: Refusal[] } {
    const decided = super.grant(offers, now);
    this.#meter.round(offers, decided.grants, decided.refusals, now);
    return decided;
  }

  override finish(permit: Permit, classification: Classification, durationMs: number, now: number): boolean {
    const wasHeld = super.finish(permit, classification, durationMs, now);
    if (wasHeld) this.#meter.finished(permit);
    return wasHeld;
  }

  override giveBack(permit: Permit, n: number, now: number): void {
    const before = this.inFlight;
    super.giveBack(permit, n, now);
    const released = before - this.inFlight;
    if (released > 0) this.#meter.givenBack(permit, released);
  }
}
