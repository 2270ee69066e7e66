import { DIGEST_HOUR, type DigestFrequency } from '../contract.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MONDAY = 1

/** The zone, or UTC for what is none. */
export function knownTimeZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

/** By how much a zone's clocks are ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment)
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return local - Math.floor(moment / 1000) * 1000
}

/** When the next digest after a moment is due: at eight o'clock where the person is, also when the clocks change. */
export function nextDigestAt(after: Date, frequency: Exclude<DigestFrequency, 'off'>, timeZone: string): Date {
  const zone = knownTimeZone(timeZone)
  const here = new Date(after.getTime() + offsetAt(after.getTime(), zone))
  const midnight = Date.UTC(here.getUTCFullYear(), here.getUTCMonth(), here.getUTCDate())
  for (let day = 0; ; day++) {
    const local = midnight + day * DAY_MS + DIGEST_HOUR * 60 * 60 * 1000
    if (frequency === 'weekly' && new Date(local).getUTCDay() !== MONDAY) continue
    const near = local - offsetAt(local, zone)
    const due = local - offsetAt(near, zone)
    if (due > after.getTime()) return new Date(due)
  }
}
