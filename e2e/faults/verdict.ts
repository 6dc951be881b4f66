import type { Books, ViolationKind } from "@hooklane/testkit";

/** Two decimals say enough about a figure. */
const round = (value: number): number => Math.round(value * 100) / 100;

/** What a fault test measured, and which of its limits were broken. Nothing throws: a test goes on and says all that is wrong. */
export class Verdict {
  readonly #figures: Record<string, number> = {};
  readonly #broken: string[] = [];

  get figures(): Readonly<Record<string, number>> {
    return this.#figures;
  }

  get broken(): readonly string[] {
    return this.#broken;
  }

  /** A number for the report, without a limit. */
  figure(name: string, value: number): void {
    this.#figures[name] = round(value);
  }

  atMost(name: string, value: number, limit: number): void {
    this.figure(name, value);
    // A figure that could not be measured is no figure that was kept
    if (!(value <= limit)) this.#broken.push(`${name} is ${round(value)}, at most ${round(limit)} is allowed`);
  }

  atLeast(name: string, value: number, limit: number): void {
    this.figure(name, value);
    if (!(value >= limit)) this.#broken.push(`${name} is ${round(value)}, at least ${round(limit)} is needed`);
  }

  exactly(name: string, value: number, wanted: number): void {
    this.figure(name, value);
    if (value !== wanted) this.#broken.push(`${name} is ${round(value)}, not ${round(wanted)}`);
  }

  /** @param otherwise what is wrong when the condition does not hold */
  must(holds: boolean, otherwise: string): void {
    if (!holds) this.#broken.push(otherwise);
  }

  /** The accounts of the run: nothing may be lost, and no promise but the `allowed` ones may be broken. */
  books(books: Books, allowed: readonly ViolationKind[] = []): void {
    const { accepted, deliveries, delivered, dead, waiting, duplicates, unknown, delay } = books;
    for (const [name, value] of Object.entries({ accepted, deliveries, delivered, dead, waiting, duplicates, unknown })) {
      this.figure(name, value);
    }
    this.exactly("lost", books.lost, 0);
    this.must(accepted > 0, "no event was accepted: nothing was tested");
    if (books.lossRateBelow !== null) this.#figures.loss_rate_below = books.lossRateBelow;
    if (delay) {
      this.figure("delay_p50_ms", delay.p50Ms);
      this.figure("delay_p99_ms", delay.p99Ms);
      this.figure("delay_max_ms", delay.maxMs);
    }
    this.figure("longest_stall_ms", books.longestStallMs);
    if (books.recoveryMs !== null) this.figure("recovery_ms", books.recoveryMs);
    for (const [kind, count] of Object.entries(books.violations)) {
      if (allowed.includes(kind as ViolationKind)) continue;
      const example = books.examples.find((violation) => violation.kind === kind);
      this.#broken.push(`${count} × ${kind}, as ${example?.eventId ?? ""} ${example?.subscriptionId ?? ""}: ${example?.detail}`);
    }
  }
}
