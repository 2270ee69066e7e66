import { expect, test } from 'vitest'
import { playwrightCounts, settle, total, vitestCounts } from './counts.ts'

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }
const playwright = { stats: { expected: 4, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] }

test('plain passes are counted as such', () => {
  expect(vitestCounts(vitest)).toEqual({ passed: 5, failed: 0 })
  expect(playwrightCounts(playwright)).toEqual({ passed: 4, failed: 0 })
})

test('a skipped test is a failed one', () => {
  expect(vitestCounts({ ...vitest, numPendingTests: 2, numTodoTests: 1 }).failed).toBe(3)
  expect(playwrightCounts({ ...playwright, stats: { ...playwright.stats, skipped: 2, flaky: 1 } }).failed).toBe(3)
})

test('a file that could not be loaded is a failure, one whose tests failed is not counted twice', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{}] },
    { status: 'passed', assertionResults: [] },
  ]
  expect(vitestCounts({ ...vitest, numFailedTests: 1, testResults }).failed).toBe(2)
})

test('an error outside of the tests is a failure', () => {
  expect(playwrightCounts({ ...playwright, errors: [{}] }).failed).toBe(1)
})

test('a stage that crashed, or ran nothing, has failed', () => {
  expect(settle(1, undefined)).toEqual({ passed: 0, failed: 1 })
  expect(settle(0, undefined)).toEqual({ passed: 0, failed: 1 })
  expect(settle(0, { passed: 0, failed: 0 })).toEqual({ passed: 0, failed: 1 })
  expect(settle(1, { passed: 7, failed: 0 })).toEqual({ passed: 7, failed: 1 })
  expect(settle(1, { passed: 7, failed: 2 })).toEqual({ passed: 7, failed: 2 })
  expect(settle(0, { passed: 7, failed: 0 })).toEqual({ passed: 7, failed: 0 })
})

test('stages add up', () => {
  expect(
    total([
      { passed: 1, failed: 0 },
      { passed: 7, failed: 2 },
    ]),
  ).toEqual({ passed: 8, failed: 2 })
})
