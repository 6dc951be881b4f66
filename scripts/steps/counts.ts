/** What a step of the whole test run counted. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The parts of Vitest's JSON report that are read here. */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

/** The parts of Playwright's JSON report that are read here. */
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

/** The parts of the fault runs' JSON object that are read here. */
interface FaultReport {
  tests: Record<string, { pass: boolean; skipped?: string }>;
}

/** Tests by outcome; a file that could not even be loaded counts as one failed test. */
export function vitestCounts(report: VitestReport): Counts {
  const unloaded = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Tests by outcome; a test that passed only when it was tried again counts as failed, and so does each error outside of a test. */
export function playwrightCounts({ stats, errors }: PlaywrightReport): Counts {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}

/** Fault tests by outcome; one that could not be carried out on this machine is skipped. */
export function faultCounts({ tests }: FaultReport): Counts {
  const all = Object.values(tests);
  const skipped = all.filter((test) => test.skipped !== undefined && test.pass).length;
  const failed = all.filter(({ pass }) => !pass).length;
  return { passed: all.length - failed - skipped, failed, skipped };
}

/**
 * Adds what counts cannot say: a command that failed although all its tests passed (an error outside of any test, a crash), and a step in
 * which nothing ran at all, are one failure each.
 */
export function settleCounts(counts: Counts, exitCode: number): Counts {
  const nothingRan = counts.passed + counts.failed === 0;
  return counts.failed === 0 && (exitCode !== 0 || nothingRan) ? { ...counts, failed: 1 } : counts;
}
