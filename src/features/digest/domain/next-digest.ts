import { DIGEST_HOUR, type DigestFrequency } from '../contract.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MONDAY = 1

/** The zone, or UTC for what is none. */
export function knownTimeZone(zoneName: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zoneName }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

/** By how much a zone's clocks are ahead of UTC at a moment, in milliseconds. */
function zoneOffsetMs(momentMs: number, timeZone: string): number {
  const dateParts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(momentMs)
  const partValue = (partType: Intl.DateTimeFormatPartTypes) =>
    Number(dateParts.find((datePart) => datePart.type === partType)?.value)
  const localMs = Date.UTC(
    partValue('year'),
    partValue('month') - 1,
    partValue('day'),
    partValue('hour'),
    partValue('minute'),
    partValue('second'),
  )
  return localMs - Math.floor(momentMs / 1000) * 1000
}

/** When the next digest after a moment is due: at eight o'clock where the person is, also when the clocks change. */
export function nextDigestAt(after: Date, frequency: Exclude<DigestFrequency, 'off'>, timeZone: string): Date {
  const validZone = knownTimeZone(timeZone)
  const localTime = new Date(after.getTime() + zoneOffsetMs(after.getTime(), validZone))
  const midnight = Date.UTC(localTime.getUTCFullYear(), localTime.getUTCMonth(), localTime.getUTCDate())
  for (let dayOffset = 0; ; dayOffset++) {
    const localDueMs = midnight + dayOffset * DAY_MS + DIGEST_HOUR * 60 * 60 * 1000
    if (frequency === 'weekly' && new Date(localDueMs).getUTCDay() !== MONDAY) continue
    const approximateDueMs = localDueMs - zoneOffsetMs(localDueMs, validZone)
    const dueMs = localDueMs - zoneOffsetMs(approximateDueMs, validZone)
    if (dueMs > after.getTime()) return new Date(dueMs)
  }
}
