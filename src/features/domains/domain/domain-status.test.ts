import { expect, it } from 'vitest'
import { findingFromRecords, problemMessage, proofRecord, stateAfterCheck } from './domain-status.ts'

const HOUR = 3_600_000
const now = new Date('2026-03-01T12:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR)

it.each([
  ['pending', 1, 'proved', 'verified'],
  ['failed', 500, 'proved', 'verified'],
  ['pending', 71, 'absent', 'pending'],
  ['pending', 73, 'absent', 'failed'],
  ['verified', 71, 'absent', 'verified'],
  ['verified', 73, 'absent', 'failed'],
  ['verified', 5_000, 'unknown', 'verified'],
  ['pending', 5_000, 'unknown', 'pending'],
] as const)('%s for %i hours, the record is %s: %s', (status, hours, finding, after) => {
  const state = stateAfterCheck({ status, since: ago(hours) }, finding, now)
  expect(state.status).toBe(after)
  expect(state.since).toEqual(finding === 'proved' ? now : ago(hours))
})

it('verifies one workspace at one domain', () => {
  const record = proofRecord('help.woven.example', 'w-1')
  expect(record.name).toBe('_answerloom.help.woven.example')
  expect(findingFromRecords(['v=spf1', ` ${record.value} `], record.value)).toBe('proved')
  expect(findingFromRecords([proofRecord('help.woven.example', 'w-2').value], record.value)).toBe('absent')
  expect(findingFromRecords([], record.value)).toBe('absent')
})

it('describes the problem for the owner', () => {
  expect(problemMessage('proved', 'help.woven.example')).toBeNull()
  expect(problemMessage('absent', 'help.woven.example')).toContain('was not found')
  expect(problemMessage('unknown', 'help.woven.example')).toContain('did not answer')
})
