import { formatDate } from './format.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** «Just now», «5m ago», «3h ago», «2d ago», and from the seventh day on the date. A clock that is ahead reads «Just now». */
export function relativeTime(at: Date, now: Date): string {
  const passed = now.getTime() - at.getTime()
  if (passed < MINUTE_MS) return 'Just now'
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)}m ago`
  if (passed < DAY_MS) return `${Math.floor(passed / HOUR_MS)}h ago`
  if (passed < 7 * DAY_MS) return `${Math.floor(passed / DAY_MS)}d ago`
  return formatDate(at)
}
