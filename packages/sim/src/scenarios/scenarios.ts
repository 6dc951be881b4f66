import { blastRadius } from "./blast-radius.ts";
import { budgetLevels } from "./budget-levels.ts";
import { configError } from "./config-error.ts";
import { fairShare } from "./fair-share.ts";
import { fanout } from "./fanout.ts";
import { gossip } from "./gossip.ts";
import { jitter } from "./jitter.ts";
import { noisyTenant } from "./noisy-tenant/noisy-tenant.ts";
import { overload } from "./overload.ts";
import { recovery } from "./recovery.ts";
import { retryStorm } from "./retry-storm/retry-storm.ts";
import type { Scenario } from "./scenario.ts";

/** The seed of all scenarios: their tables can be printed again anywhere. */
export const scenarioSeed = 1;

/** In the order in which they are told. */
export const scenarios: readonly Scenario<unknown>[] = [
  fanout,
  blastRadius,
  retryStorm,
  budgetLevels,
  recovery,
  overload,
  fairShare,
  jitter,
  gossip,
  noisyTenant,
  configError,
];
