import type { EpochMs, PolicyConfig } from "@hooklane/core";
import type { Observer } from "../world/observer.ts";
import { observers } from "../world/observers.ts";
import { budgetRule } from "./budget-rule.ts";
import { capRule } from "./cap-rule.ts";
import { finalityRule } from "./finality-rule.ts";
import { floorRule } from "./floor-rule.ts";
import { leftAloneRule } from "./left-alone-rule.ts";
import { permitRule } from "./permit-rule.ts";
import { probeRule } from "./probe-rule.ts";
import { refusalRule } from "./refusal-rule.ts";
import type { Rule, Violation } from "./rule.ts";
import { scheduleRule } from "./schedule-rule.ts";
import { starvationRule } from "./starvation-rule.ts";

/** Everything that must hold in every world. */
export const allRules: readonly Rule[] = [
  budgetRule,
  leftAloneRule,
  probeRule,
  floorRule,
  capRule,
  permitRule,
  refusalRule,
  scheduleRule,
  finalityRule,
  starvationRule,
];

/** Details kept; all are counted. */
const kept = 20;
const tooMany = 1_000;

/** Watches a world and counts what must not happen. */
export class InvariantChecker {
  readonly observer: Required<Observer>;
  readonly violations: Violation[] = [];
  /** Called once, when so much is broken that going on tells nothing new. */
  onTooMany: () => void = () => {};
  readonly #watching: readonly ReturnType<Rule["watch"]>[];
  #count = 0;

  /** @param config what the policies promise, which a planted fault does not change */
  constructor(config: PolicyConfig, options: { readonly isShaken?: boolean; readonly rules?: readonly Rule[] } = {}) {
    this.#watching = (options.rules ?? allRules).map(({ name, watch }) =>
      watch({ config, isShaken: options.isShaken ?? false, report: (detail, now) => this.#report(name, detail, now) }),
    );
    this.observer = observers(this.#watching);
  }

  get count(): number {
    return this.#count;
  }

  /** To be called when the world is over and nothing is in flight. @returns how many violations there were */
  end(now: EpochMs): number {
    for (const watching of this.#watching) watching.end?.(now);
    return this.#count;
  }

  #report(rule: string, detail: string, at: EpochMs): void {
    if (++this.#count === tooMany) this.onTooMany();
    if (this.violations.length < kept) this.violations.push({ rule, at, detail });
  }
}
