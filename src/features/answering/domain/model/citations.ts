/**
 * Marks by which a model cites passages: `[1]`, `[1, 2]`, `[1-3]`, `【1】`, `【1†source】`, `[passage 1]`. A link's text is none.
 */
const NUMBERS = String.raw`\d{1,2}(?:\s*[,;、–-]\s*\d{1,2})*`
export const CITATION_MARK = String.raw`(?:\[\s*(?:passages?\s+)?(?:${NUMBERS})\s*\](?!\()|【\s*(?:passages?\s+)?(?:${NUMBERS})\s*(?:†[^】\n]{0,60})?】)`

const MARKS = new RegExp(String.raw`\s?${CITATION_MARK}`, 'giu')
const NUMBER_OR_RANGE = /(\d{1,2})(?:\s*[–-]\s*(\d{1,2}))?/gu

/** The numbers cited, in order of first mention; numbers that were not given are dropped. */
export function citedNumbers(text: string, passages: number): number[] {
  const cited = new Set<number>()
  for (const [mark] of text.matchAll(MARKS)) {
    const [numbers = ''] = mark.split('†')
    for (const [, first, last] of numbers.matchAll(NUMBER_OR_RANGE))
      for (let n = Number(first); n <= Math.min(Number(last ?? first), passages); n++) if (n >= 1) cited.add(n)
  }
  return [...cited]
}

/** The text without its citation marks: what the visitor reads; the sources are listed beside it. */
export const withoutCitations = (text: string): string => text.replace(MARKS, '')
