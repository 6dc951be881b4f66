import type { EpochMs } from "@hooklane/core";
import type { Rule } from "./rule.ts";

/** Retries that a lane may afford however little it is offered. */
const leastPerS = 1 / 300;
/** What is offered at once refills the floor for a minute, at the most once a second. */
const minuteOfFloor = 60;

interface Account {
  tokens: number;
  at: EpochMs;
}

/**
 * Retries of a lane stay within a tenth of its successes, a tenth of what it is offered and one in five minutes, with the
 * burst saved up at the most; those that succeed may cost nothing. Kept as an account: whoever overdraws it in any stretch of
 * time is seen.
 */
export const budgetRule: Rule = {
  name: "budget",
  watch({ config, isShaken, report }) {
    const { ratio, burst } = config.budget;
    const most = burst + minuteOfFloor;
    const accounts = new Map<string, Account>();
    function accountOf(laneId: string, now: EpochMs): Account {
      let account = accounts.get(laneId);
      if (!account) {
        account = { tokens: most, at: now };
        accounts.set(laneId, account);
      }
      account.tokens = Math.min(most, account.tokens + ((now - account.at) / 1_000) * leastPerS);
      account.at = now;
      return account;
    }
    function earn(laneId: string, tokens: number, now: EpochMs): void {
      const account = accountOf(laneId, now);
      account.tokens = Math.min(most, account.tokens + tokens);
    }
    return {
      accepted: ({ lane }, now) => earn(lane.id, ratio, now),
      ended({ delivery: { lane, class: deliveryClass }, classification }, now) {
        if (classification.success) earn(lane.id, deliveryClass === "retry" ? ratio + 1 : ratio, now);
      },
      began({ delivery: { lane, class: deliveryClass } }, now) {
        if (deliveryClass !== "retry") return;
        const account = accountOf(lane.id, now);
        account.tokens--;
        if (account.tokens >= 0) return;
        report(`lane ${lane.id} made a retry that its budget does not afford`, now);
        account.tokens = 0;
      },
      // A new process begins with a full budget.
      crashed(_worker, now) {
        if (isShaken) for (const laneId of accounts.keys()) earn(laneId, most, now);
      },
    };
  },
};
