import { format, getFormatFromId, isDateFormat } from 'numfmt'
import type { HtmlElement } from '../html/html-tree.ts'

const DAY_MS = 86_400_000
/** Day 0; 1900 counts as a leap year there, which is why it is not the last of 1899. */
const EPOCH = Date.UTC(1899, 11, 30)

/** The number formats of cells, by the number of a cell's style. */
export function cellFormats(styles: HtmlElement): string[] {
  const own = new Map(
    [...styles.querySelectorAll('numFmt')].map((element) => [
      Number(element.getAttribute('numFmtId')),
      element.getAttribute('formatCode') ?? '',
    ]),
  )
  return [...styles.querySelectorAll('cellXfs > xf')].map((element) => {
    const id = Number(element.getAttribute('numFmtId') ?? 0)
    return own.get(id) ?? getFormatFromId(id) ?? 'General'
  })
}

/** A number with the 15 digits that spreadsheets show: stored as 0.30000000000000004, shown as 0.3. */
export function shownNumber(value: string): string {
  const number = Number(value)
  return value === '' || !Number.isFinite(number) ? value : String(Number(number.toPrecision(15)))
}

/** Days between the two dates that spreadsheets count from; those of old Macs begin with 1904. */
export const DAYS_TO_1904 = 1462

/**
 * Returns a number as its cell shows it: `20.8%`, `1,250.00 €`. Days and times have one form; `firstDay` is added to
 * days.
 */
export function formattedNumber(value: string, pattern: string, firstDay = 0): string {
  if (value === '' || !Number.isFinite(Number(value))) return value
  if (isDateFormat(pattern)) return serialDate(Number(value) < 1 ? value : String(Number(value) + firstDay))
  if (/^general$/i.test(pattern)) return shownNumber(value)
  return format(pattern, Number(value), { throws: false }).trim()
}

/** A day, a time, or both, in the form that everybody reads: 2026-03-01 14:30. */
export function serialDate(value: string): string {
  const serial = Number(value)
  if (value === '' || !Number.isFinite(serial) || serial < 0 || serial > 2_958_466) return value
  const iso = new Date(EPOCH + Math.round(serial * 86_400) * 1000).toISOString()
  const [day = '', time = ''] = iso.split('T')
  if (serial < 1) return time.slice(0, 5)
  return (serial * DAY_MS) % DAY_MS < 500 ? day : `${day} ${time.slice(0, 5)}`
}
