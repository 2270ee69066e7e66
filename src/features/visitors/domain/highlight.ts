/** Shorter words (how, the, для) mark too much where a query has longer ones. */
const MIN_DISTINCTIVE_LENGTH = 4
/** Endings of a word that other forms of it lack. */
const ENDING_LENGTH = 2

/**
 * Splits a text at the words of a query and at other forms of them, beginnings of words as in a search. Parts at odd
 * positions are matches.
 */
export function highlightParts(plainText: string, searchQuery: string): string[] {
  const queryWords = searchQuery.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const distinctiveWords = queryWords.filter((word) => word.length >= MIN_DISTINCTIVE_LENGTH)
  // Scripts without spaces are matched anywhere: letters and digits alone, so nothing has to be escaped.
  const stemPatterns = (distinctiveWords.length ? distinctiveWords : queryWords).map((word) =>
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(word)
      ? word
      : `(?<![\\p{L}\\p{N}])${word.slice(0, Math.max(MIN_DISTINCTIVE_LENGTH, word.length - ENDING_LENGTH))}[\\p{L}\\p{M}\\p{N}]*`,
  )
  return stemPatterns.length ? plainText.split(new RegExp(`(${stemPatterns.join('|')})`, 'giu')) : [plainText]
}
