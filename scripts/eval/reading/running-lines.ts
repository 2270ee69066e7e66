/** Lines at the beginning and at the end of a page that may be running ones. */
const EDGE_LINES = 3
const PAGES_MIN = 3
/** A number alone, or with the word for a page and the number of pages. */
const PAGE_NUMBER = /^[^\p{L}\d]*(?:\p{L}{1,9}\.?\s*)?\d{1,5}(?:\s*(?:\/|\p{L}{1,6}|-|–)\s*\d{1,5})?[^\p{L}\d]*$/u
const PAGE_NUMBER_KEY = '#'

/** Running headers and footers of a text whose pages end with form feeds count once, as those of office files do. */
export function runningLinesOnce(text: string): string {
  const pages = text.split('\f').map((page) => page.split('\n'))
  const edges = pages.map((lines) => {
    const filled = [...lines.keys()].filter((index) => lines[index]?.trim() !== '')
    return new Set([...filled.slice(0, EDGE_LINES), ...filled.slice(-EDGE_LINES)])
  })
  const keyOf = (line: string) => (PAGE_NUMBER.test(line) ? PAGE_NUMBER_KEY : line.trim())
  const counts = new Map<string, number>()
  for (const [page, lines] of pages.entries())
    for (const key of new Set([...(edges[page] ?? [])].map((index) => keyOf(lines[index] ?? ''))))
      counts.set(key, (counts.get(key) ?? 0) + 1)
  const often = Math.max(PAGES_MIN, pages.filter((lines) => lines.join('').trim() !== '').length / 2)
  const seen = new Set<string>()
  const isRepeated = (line: string) => {
    const key = keyOf(line)
    if ((counts.get(key) ?? 0) < often) return false
    const wasSeen = seen.has(key)
    seen.add(key)
    return wasSeen || key === PAGE_NUMBER_KEY
  }
  return pages
    .map((lines, page) => lines.filter((line, index) => !(edges[page]?.has(index) && isRepeated(line))).join('\n'))
    .join('\f')
}
