export { type BudgetConfig, defaultBudgetConfig, floorPerS, minFloorPerS } from "./budget-config.ts";
export type { LaneBudgetState } from "./lane-budget.ts";
export {
  type OnEmptyBudget,
  onVerdict,
  type RetryBudgetAsk,
  type RetryBudgetState,
  type RetryCharge,
  retryBudget,
} from "./retry-budget.ts";
