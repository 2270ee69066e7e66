/**
 * Marks by which a model cites passages: `[1]`, `[1, 2]`, `[1-3]`, `【1】`, `【1†source】`, `[passage 1]`. A link's text is none.
 */
const CITED_NUMBERS = String.raw`\d{1,2}(?:\s*[,;、–-]\s*\d{1,2})*`
export const CITATION_MARK = String.raw`(?:\[\s*(?:passages?\s+)?(?:${CITED_NUMBERS})\s*\](?!\()|【\s*(?:passages?\s+)?(?:${CITED_NUMBERS})\s*(?:†[^】\n]{0,60})?】)`

const CITATION_MARKS = new RegExp(String.raw`\s?${CITATION_MARK}`, 'giu')
const NUMBER_OR_RANGE = /(\d{1,2})(?:\s*[–-]\s*(\d{1,2}))?/gu

/** The numbers cited, in order of first mention; numbers that were not given are dropped. */
export function citedNumbers(writtenText: string, passageCount: number): number[] {
  const citedPassages = new Set<number>()
  for (const [citationMark] of writtenText.matchAll(CITATION_MARKS)) {
    const [numbers = ''] = citationMark.split('†')
    for (const [, firstNumber, lastNumber] of numbers.matchAll(NUMBER_OR_RANGE))
      for (
        let passageNumber = Number(firstNumber);
        passageNumber <= Math.min(Number(lastNumber ?? firstNumber), passageCount);
        passageNumber++
      )
        if (passageNumber >= 1) citedPassages.add(passageNumber)
  }
  return [...citedPassages]
}

/** The text without its citation marks: what the visitor reads; the sources are listed beside it. */
export const withoutCitations = (writtenText: string): string => writtenText.replace(CITATION_MARKS, '')
