import type { HtmlElement } from '../html/html-tree.ts'

/** Formats that every program knows by number and that show days or times. */
const BUILT_IN = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])
const DAY_MS = 86_400_000
/** Day 0; 1900 counts as a leap year there, which is why it is not the last of 1899. */
const EPOCH = Date.UTC(1899, 11, 30)

/** Returns true when a number format, without its literal text, shows dates or times. */
const showsDate = (code: string): boolean => /[dyhs]|m{3,}/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

/** By the number of a cell's style: whether its number is a day or a time. */
export function dateFormats(styles: HtmlElement): boolean[] {
  const own = new Map(
    [...styles.querySelectorAll('numFmt')].map((element) => [
      Number(element.getAttribute('numFmtId')),
      showsDate(element.getAttribute('formatCode') ?? ''),
    ]),
  )
  return [...styles.querySelectorAll('cellXfs > xf')].map((element) => {
    const id = Number(element.getAttribute('numFmtId') ?? 0)
    return own.get(id) ?? BUILT_IN.has(id)
  })
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
