// Turns what a test runner reports into two numbers. Whatever is not a plain pass counts as a failure.

/** How many tests (or checks) passed and failed. */
export type Counts = { passed: number; failed: number }

/** The part of vitest's JSON report that is read here. */
export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/** The part of Playwright's JSON report that is read here. */
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** Skipped tests and files that could not be loaded count as failed. */
export function vitestCounts(report: VitestReport): Counts {
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numPendingTests + report.numTodoTests + unloaded.length,
  }
}

/** Skipped and flaky tests and errors outside of tests count as failed. */
export function playwrightCounts({ stats, errors }: PlaywrightReport): Counts {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped + errors.length }
}

/**
 * The counts of a stage after its process ended: one that crashed, reported nothing or ran nothing has failed.
 * @param reported undefined when there was no report; a plain check has none and counts as one
 */
export function settle(exitCode: number, reported: Counts | undefined): Counts {
  const counts = reported ?? { passed: 0, failed: 0 }
  if (exitCode !== 0 && counts.failed === 0) return { ...counts, failed: 1 }
  return counts.passed + counts.failed === 0 ? { passed: 0, failed: 1 } : counts
}

/** Adds up the counts of several stages. */
export function total(all: Counts[]): Counts {
  const sum = (key: keyof Counts) => all.reduce((so, counts) => so + counts[key], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}
