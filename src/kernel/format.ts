// Numbers and dates as texts of the interface, mails and messages show them.

const grouped = new Intl.NumberFormat('en')
const medium = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const mediumWithTime = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** `12,345`. */
export const formatNumber = (number: number): string => grouped.format(number)

/** `Nov 3, 2026`, in the reader's time zone. */
export const formatDate = (at: Date | string): string => medium.format(new Date(at))

/** `Nov 3 – 21, 2026`. */
export const formatDateRange = (from: Date, to: Date): string => medium.formatRange(from, to)

/** `November 3, 2026`, in a time zone, or the reader's. */
export const formatLongDate = (at: Date | string, timeZone?: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone }).format(new Date(at))

/** `Nov 3, 2026, 9:05 AM`. */
export const formatDateTime = (at: Date | string): string => mediumWithTime.format(new Date(at))
