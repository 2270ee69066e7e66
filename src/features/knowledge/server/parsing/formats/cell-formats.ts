import { format, getFormatFromId, isDateFormat } from 'numfmt'
import type { HtmlElement } from '../html/html-tree.ts'

const DAY_MS = 86_400_000
/** Day 0; 1900 counts as a leap year there, which is why it is not the last of 1899. */
const EPOCH_MS = Date.UTC(1899, 11, 30)

/** The number formats of cells, by the number of a cell's style. */
export function cellFormats(stylesheet: HtmlElement): string[] {
  const customFormats = new Map(
    [...stylesheet.querySelectorAll('numFmt')].map((element) => [
      Number(element.getAttribute('numFmtId')),
      element.getAttribute('formatCode') ?? '',
    ]),
  )
  return [...stylesheet.querySelectorAll('cellXfs > xf')].map((element) => {
    const formatId = Number(element.getAttribute('numFmtId') ?? 0)
    return customFormats.get(formatId) ?? getFormatFromId(formatId) ?? 'General'
  })
}

/** A number with the 15 digits that spreadsheets show: stored as 0.30000000000000004, shown as 0.3. */
export function toShownPrecision(storedValue: string): string {
  const parsedNumber = Number(storedValue)
  return storedValue === '' || !Number.isFinite(parsedNumber)
    ? storedValue
    : String(Number(parsedNumber.toPrecision(15)))
}

/** Days between the two dates that spreadsheets count from; those of old Macs begin with 1904. */
export const DAYS_TO_1904 = 1462

/**
 * Returns a number as its cell shows it: `20.8%`, `1,250.00 €`. Days and times have one form; `firstDay` is added to
 * days.
 */
export function formatCellNumber(storedValue: string, formatPattern: string, firstDay = 0): string {
  if (storedValue === '' || !Number.isFinite(Number(storedValue))) return storedValue
  if (isDateFormat(formatPattern))
    return formatSerialDate(Number(storedValue) < 1 ? storedValue : String(Number(storedValue) + firstDay))
  if (/^general$/i.test(formatPattern)) return toShownPrecision(storedValue)
  return format(formatPattern, Number(storedValue), { throws: false }).trim()
}

/** A day, a time, or both, in the form that everybody reads: 2026-03-01 14:30. */
export function formatSerialDate(storedValue: string): string {
  const serialNumber = Number(storedValue)
  if (storedValue === '' || !Number.isFinite(serialNumber) || serialNumber < 0 || serialNumber > 2_958_466)
    return storedValue
  const isoDate = new Date(EPOCH_MS + Math.round(serialNumber * 86_400) * 1000).toISOString()
  const [day = '', time = ''] = isoDate.split('T')
  if (serialNumber < 1) return time.slice(0, 5)
  return (serialNumber * DAY_MS) % DAY_MS < 500 ? day : `${day} ${time.slice(0, 5)}`
}
