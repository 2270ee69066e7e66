// Numbers and dates as texts of the interface, mails and messages show them.

/** Creates a formatter when it is first used: each takes milliseconds, and few screens use all of them. */
function whenUsed<Formatter>(create: () => Formatter): () => Formatter {
  let formatter: Formatter | undefined
  return () => (formatter ??= create())
}

const groupedNumbers = whenUsed(() => new Intl.NumberFormat('en'))
const mediumDates = whenUsed(() => new Intl.DateTimeFormat('en', { dateStyle: 'medium' }))
const mediumWithTime = whenUsed(() => new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }))
const mediumWithSeconds = whenUsed(() => new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' }))

/** `12,345`. */
export const formatNumber = (number: number): string => groupedNumbers().format(number)

/** `Nov 3, 2026`, in the reader's time zone. */
export const formatDate = (instant: Date | string): string => mediumDates().format(new Date(instant))

/** `Nov 3 – 21, 2026`. */
export const formatDateRange = (firstDay: Date, lastDay: Date): string => mediumDates().formatRange(firstDay, lastDay)

/** `November 3, 2026`, in a time zone, or the reader's. */
export const formatLongDate = (instant: Date | string, timeZone?: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone }).format(new Date(instant))

/** `Nov 3, 2026, 9:05 AM`. */
export const formatDateTime = (instant: Date | string): string => mediumWithTime().format(new Date(instant))

/** `Nov 3, 2026, 9:05:07 AM`, for logs. */
export const formatExactDateTime = (instant: Date | string): string => mediumWithSeconds().format(new Date(instant))
