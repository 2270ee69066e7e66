/** Shorter words (how, the, для) mark too much where a query has longer ones. */
const MIN_DISTINCTIVE_LENGTH = 4
/** Endings of a word that other forms of it lack. */
const ENDING = 2

/**
 * Splits a text at the words of a query and at other forms of them, beginnings of words as in a search. Parts at odd
 * positions are matches.
 */
export function highlightParts(text: string, query: string): string[] {
  const words = query.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const long = words.filter((word) => word.length >= MIN_DISTINCTIVE_LENGTH)
  // Scripts without spaces are matched anywhere: letters and digits alone, so nothing has to be escaped.
  const stems = (long.length ? long : words).map((word) =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)
      ? word
      : `(?<![\\p{L}\\p{N}])${word.slice(0, Math.max(MIN_DISTINCTIVE_LENGTH, word.length - ENDING))}[\\p{L}\\p{M}\\p{N}]*`,
  )
  return stems.length ? text.split(new RegExp(`(${stems.join('|')})`, 'giu')) : [text]
}
