import { backgroundShare, isContentWord, synonymsOf, tokenize } from '../../ranking/server/index.ts'
import type { WeightedWord } from '../domain/section.ts'

/** Words of this share of texts, or less, have full weight. */
const RARE_SHARE = 0.003
const RAREST_INFORMATION = -Math.log(RARE_SHARE)
/** Terms that a section's set holds; the rest of a longer one says no more about its topic. */
const SECTION_CHARACTERS = 4_000

export const termsOf = (sectionText: string, language: string): Set<string> =>
  new Set(
    tokenize(sectionText.slice(0, SECTION_CHARACTERS), language)
      .filter((token) => !token.isStopWord)
      .map((token) => token.term),
  )

const rarityInLanguage = (term: string, language: string): number =>
  Math.min(1, -Math.log(backgroundShare(term, language) ?? RARE_SHARE) / RAREST_INFORMATION)

/**
 * The words of a text that carry its meaning, each once, weighted by how rare they are in the language.
 * @param rarity how rare they are in the workspace; counts as much as the language
 */
export function weightedWords(
  spokenText: string,
  language: string,
  rarity?: ReadonlyMap<string, number>,
): WeightedWord[] {
  const wordByTerm = new Map<string, WeightedWord>()
  for (const token of tokenize(spokenText, language)) {
    if (!isContentWord(token)) continue
    const { term } = token
    const inLanguage = rarityInLanguage(term, language)
    const weight = (inLanguage + (rarity?.get(term) ?? inLanguage)) / 2
    wordByTerm.set(term, { word: token.word, term, weight, synonyms: [...synonymsOf(term, language)] })
  }
  return [...wordByTerm.values()]
}
