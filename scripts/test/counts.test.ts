import { expect, test } from 'vitest'
import { playwrightCounts, settle, total, vitestCounts } from './counts.ts'

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }
const playwright = { stats: { expected: 4, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] }

test('passed tests are counted', () => {
  expect(vitestCounts(vitest)).toEqual({ passed: 5, failed: 0, failures: [] })
  expect(playwrightCounts(playwright)).toEqual({ passed: 4, failed: 0, failures: [] })
})

test('a skipped test counts as failed', () => {
  expect(vitestCounts({ ...vitest, numPendingTests: 2, numTodoTests: 1 }).failed).toBe(3)
  expect(playwrightCounts({ ...playwright, stats: { ...playwright.stats, skipped: 2, flaky: 1 } }).failed).toBe(3)
})

test('a file that cannot be loaded counts as a failure, and one whose tests failed is not counted twice', () => {
  const testResults = [
    { name: 'a.test.ts', status: 'failed', message: 'cannot be parsed', assertionResults: [] },
    {
      name: 'b.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'failed', fullName: 'adds', failureMessages: ['Expected 1\nReceived 2'] },
        { status: 'passed', fullName: 'subtracts' },
      ],
    },
    { name: 'c.test.ts', status: 'passed', assertionResults: [] },
  ]
  const counts = vitestCounts({ ...vitest, numFailedTests: 1, testResults })
  expect(counts.failed).toBe(2)
  expect(counts.failures).toEqual([
    'a.test.ts\n    cannot be parsed',
    'b.test.ts › adds\n    Expected 1\n    Received 2',
  ])
})

test('the failure of an end-to-end test is reported by its project, location and title', () => {
  const journey = (status: string, message?: string) => ({
    file: 'a.spec.ts',
    line: 7,
    title: 'signs in',
    tests: [{ projectName: 'pglite', status, results: [{ error: message ? { message } : undefined }] }],
  })
  const suites = [
    { specs: [journey('expected')], suites: [{ specs: [journey('unexpected', '\u001b[31mNo\u001b[0m')] }] },
  ]
  expect(playwrightCounts({ ...playwright, suites }).failures).toEqual(['[pglite] a.spec.ts:7 › signs in\n    No'])
})

test('an error outside the tests is a failure', () => {
  expect(playwrightCounts({ ...playwright, errors: [{ message: 'no browser' }] })).toMatchObject({
    failed: 1,
    failures: ['outside of the tests\n    no browser'],
  })
})

test('a stage that crashed or ran no tests has failed', () => {
  expect(settle(1, undefined)).toEqual({ passed: 0, failed: 1 })
  expect(settle(0, undefined)).toEqual({ passed: 0, failed: 1 })
  expect(settle(0, { passed: 0, failed: 0 })).toEqual({ passed: 0, failed: 1 })
  expect(settle(1, { passed: 7, failed: 0 })).toEqual({ passed: 7, failed: 1 })
  expect(settle(1, { passed: 7, failed: 2 })).toEqual({ passed: 7, failed: 2 })
  expect(settle(0, { passed: 7, failed: 0 })).toEqual({ passed: 7, failed: 0 })
})

test('the counts of stages are added', () => {
  expect(
    total([
      { passed: 1, failed: 0 },
      { passed: 7, failed: 2, failures: ['one', 'two'] },
    ]),
  ).toEqual({ passed: 8, failed: 2, failures: ['one', 'two'] })
})
