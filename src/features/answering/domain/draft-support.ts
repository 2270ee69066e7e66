import { metShare, type Section, type WeightedWord } from './section.ts'

/** A phrasing of the question that is drafted for. */
export interface PhrasingSupport {
  words: readonly WeightedWord[]
  /** The best section alone would be given to a visitor as the answer. */
  isAnswered: boolean
}

/** Lighter words, such as "use" or "another", do not limit what is asked. */
const LIMITING_WEIGHT = 0.45
const MIN_MET_SHARE = 0.4
/** People for whom something is asked: an answer serves all of them. */
const PEOPLE_WORDS =
  /^(?:wife|husband|partner|colleagues?|coworkers?|friends?|family|boss|kids?|mum|mom|dad|frau|mann|partnerin|kolleg\p{L}*|freund\p{L}*|familie|chefin?)$/iu

const limitingWords = (words: readonly WeightedWord[], namedTerms: ReadonlySet<string>): WeightedWord[] =>
  words.filter(
    ({ word, term, weight }) => weight >= LIMITING_WEIGHT && !PEOPLE_WORDS.test(word) && !namedTerms.has(term),
  )

/**
 * Returns true when a section answers what all phrasings ask: one of them is answered outright and all words that limit
 * it are met, and the words that all phrasings share are in the section itself, not only words like them.
 * @param phrasing the one that the section answers best
 * @param named terms of the workspace's name, which a section need not repeat
 */
export function supportsDraft(
  section: Pick<Section, 'terms'>,
  phrasing: PhrasingSupport,
  options: { all: readonly PhrasingSupport[]; named: ReadonlySet<string> },
): boolean {
  const ownWords = limitingWords(phrasing.words, options.named)
  if (!phrasing.isAnswered || ownWords.some((word) => metShare(word, section.terms) < MIN_MET_SHARE)) return false
  if (options.all.length < 2) return true
  const sharedWords = ownWords.filter(({ term }) =>
    options.all.every(({ words }) => words.some((word) => word.term === term)),
  )
  return sharedWords.every((word) => metShare({ ...word, synonyms: [] }, section.terms) >= MIN_MET_SHARE)
}
