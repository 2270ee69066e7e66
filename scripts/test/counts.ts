// Converts the report of a test runner to counts. Everything but a plain pass counts as a failure.
import { stripVTControlCharacters } from 'node:util'

/** Number of passed and failed tests (or checks), with a description of each failure. */
export type Counts = { passed: number; failed: number; failures?: string[] }

/** The part of vitest's JSON report that is read here. */
export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

/** The part of Playwright's JSON report that is read here. */
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message?: string }[]
  suites?: PlaywrightSuite[]
}

type PlaywrightSuite = {
  specs?: {
    file: string
    line: number
    title: string
    tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

/** Maximum length of an error message in characters: enough for the expected and the received value. */
const MAX_MESSAGE_LENGTH = 600

const failureText = (test: string, message = 'no message') =>
  `${test}\n    ${stripVTControlCharacters(message).slice(0, MAX_MESSAGE_LENGTH).replaceAll('\n', '\n    ')}`

/** Skipped tests and files that could not be loaded count as failed. */
export function vitestCounts(report: VitestReport): Counts {
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numPendingTests + report.numTodoTests + unloaded.length,
    failures: report.testResults.flatMap((file) =>
      file.status === 'failed' && file.assertionResults.length === 0
        ? [failureText(file.name, file.message)]
        : file.assertionResults
            .filter(({ status }) => status !== 'passed')
            .map((test) => failureText(`${file.name} › ${test.fullName}`, test.failureMessages?.[0] ?? test.status)),
    ),
  }
}

function playwrightFailures(suites: PlaywrightSuite[]): string[] {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status !== 'expected')
        .map(({ projectName, status, results }) => {
          const message = results.find(({ error }) => error)?.error?.message
          return failureText(`[${projectName}] ${file}:${line} › ${title}`, message ?? status)
        }),
    ),
    ...playwrightFailures(inner),
  ])
}

/** Skipped and flaky tests and errors outside of tests count as failed. */
export function playwrightCounts({ stats, errors, suites = [] }: PlaywrightReport): Counts {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
    failures: [
      ...playwrightFailures(suites),
      ...errors.map(({ message }) => failureText('outside of the tests', message)),
    ],
  }
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
  const sum = (key: 'passed' | 'failed') => all.reduce((so, counts) => so + counts[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), failures: all.flatMap(({ failures = [] }) => failures) }
}
