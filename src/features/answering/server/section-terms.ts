import { backgroundShare, isContentWord, synonymsOf, tokenize } from '../../ranking/server/index.ts'
import type { AskedWord } from '../domain/section.ts'

/** Words of this share of texts, or less, have full weight. */
const RARE_SHARE = 0.003
const RAREST = -Math.log(RARE_SHARE)
/** Terms that a section's set holds; the rest of a longer one says no more about its topic. */
const SECTION_CHARACTERS = 4_000

export const termsOf = (text: string, language: string): Set<string> =>
  new Set(
    tokenize(text.slice(0, SECTION_CHARACTERS), language)
      .filter((token) => !token.stop)
      .map((token) => token.term),
  )

/** The words of a text that carry its meaning, each once. */
export function wordsOf(text: string, language: string): AskedWord[] {
  const words = new Map<string, AskedWord>()
  for (const token of tokenize(text, language)) {
    if (!isContentWord(token)) continue
    const { term } = token
    const share = backgroundShare(term, language) ?? RARE_SHARE
    words.set(term, { term, weight: Math.min(1, -Math.log(share) / RAREST), synonyms: [...synonymsOf(term, language)] })
  }
  return [...words.values()]
}
