import { expect, it } from 'vitest'
import { knownTimeZone, nextDigestAt } from './next-digest.ts'

const next = (after: string, frequency: 'daily' | 'weekly', zone: string) =>
  nextDigestAt(new Date(after), frequency, zone).toISOString()

it.each([
  ['2026-11-22T05:00:00Z', 'daily', 'UTC', '2026-11-22T08:00:00.000Z'],
  ['2026-11-22T08:00:00Z', 'daily', 'UTC', '2026-11-23T08:00:00.000Z'],
  ['2026-11-22T20:00:00Z', 'weekly', 'UTC', '2026-11-23T08:00:00.000Z'],
  ['2026-11-23T08:00:00Z', 'weekly', 'UTC', '2026-11-30T08:00:00.000Z'],
  // Eight in Berlin is seven in UTC in winter, six in summer, and it changes on the last Sunday of March.
  ['2026-01-10T12:00:00Z', 'daily', 'Europe/Berlin', '2026-01-11T07:00:00.000Z'],
  ['2026-03-28T12:00:00Z', 'daily', 'Europe/Berlin', '2026-03-29T06:00:00.000Z'],
  ['2026-10-24T12:00:00Z', 'daily', 'Europe/Berlin', '2026-10-25T07:00:00.000Z'],
  // The other side of the date line, and zones with half hours.
  ['2026-11-22T20:30:00Z', 'weekly', 'Pacific/Auckland', '2026-11-29T19:00:00.000Z'],
  ['2026-11-22T17:00:00Z', 'weekly', 'Pacific/Auckland', '2026-11-22T19:00:00.000Z'],
  ['2026-11-22T02:00:00Z', 'daily', 'Asia/Kolkata', '2026-11-22T02:30:00.000Z'],
  ['2026-11-22T16:00:00Z', 'daily', 'America/Los_Angeles', '2026-11-23T16:00:00.000Z'],
  ['2026-11-22T05:00:00Z', 'daily', 'Not/AZone', '2026-11-22T08:00:00.000Z'],
] as const)('after %s, %s in %s: %s', (after, frequency, zone, due) => expect(next(after, frequency, zone)).toBe(due))

it('lists the valid time zones', () => {
  expect(knownTimeZone('Europe/Berlin')).toBe('Europe/Berlin')
  for (const none of ['', 'Mars/Olympus', '<b>', '../etc']) expect(knownTimeZone(none)).toBe('UTC')
})
