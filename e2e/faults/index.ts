import type { FaultTest } from "./fault-test.ts";
import { ft01 } from "./tests/ft01-kill-worker.ts";
import { ft02 } from "./tests/ft02-kill-postgres.ts";
import { ft03 } from "./tests/ft03-kill-web.ts";
import { ft04 } from "./tests/ft04-deploy.ts";
import { ft05 } from "./tests/ft05-black-hole.ts";
import { ft06 } from "./tests/ft06-endless-answers.ts";
import { ft07 } from "./tests/ft07-resets-and-garbage.ts";
import { ft08 } from "./tests/ft08-many-subscriptions.ts";
import { ft09 } from "./tests/ft09-clock.ts";
import { ft10 } from "./tests/ft10-disk-full.ts";
import { ft11 } from "./tests/ft11-no-connections.ts";
import { ft12 } from "./tests/ft12-slow-database.ts";
import { ft13 } from "./tests/ft13-recovery-flood.ts";
import { ft14 } from "./tests/ft14-poison.ts";
import { ft15 } from "./tests/ft15-paused-worker.ts";
import { ft16 } from "./tests/ft16-retry-amplification.ts";
import { ft17 } from "./tests/ft17-synchronised-failures.ts";
import { ft18 } from "./tests/ft18-replay.ts";
import { ft19 } from "./tests/ft19-dns.ts";
import { ft20 } from "./tests/ft20-upgrade.ts";
import { ft21 } from "./tests/ft21-long-snapshot.ts";
import { ft22 } from "./tests/ft22-soak.ts";

export { parseArguments, usage } from "./arguments.ts";
export { renderJson, renderTable } from "./report.ts";
export { type Finding, runFaults } from "./run-faults.ts";

/** All fault tests, in the order in which they run. */
export const faultTests: readonly FaultTest[] = [
  ft01,
  ft02,
  ft03,
  ft04,
  ft05,
  ft06,
  ft07,
  ft08,
  ft09,
  ft10,
  ft11,
  ft12,
  ft13,
  ft14,
  ft15,
  ft16,
  ft17,
  ft18,
  ft19,
  ft20,
  ft21,
  ft22,
];
