import { equivalentsOf } from '../text/equivalents.ts'
import { synonymsOf } from '../text/synonyms.ts'
import type { Token } from '../text/tokens.ts'

/** Words that may stand for one another do not always: a question in which the only word is one is not the same. */
const SYNONYM_SIMILARITY = 0.75
/** Words with the same beginning are forms of one another: «Lieferzeit» and «Lieferung». */
const SHARED_PREFIX_LENGTH = 5
const WORD_FORM_SIMILARITY = 0.8

/** Similarity of two words by their meaning, 0 to 1: equal, forms of one word, or bundled synonyms. */
export function wordSimilarity(leftToken: Token, rightToken: Token, language: string): number {
  if (leftToken.term === rightToken.term || equivalentsOf(leftToken.term, language).includes(rightToken.term)) return 1
  const leftPrefix = leftToken.word.slice(0, SHARED_PREFIX_LENGTH)
  if (leftPrefix.length === SHARED_PREFIX_LENGTH && leftPrefix === rightToken.word.slice(0, SHARED_PREFIX_LENGTH))
    return WORD_FORM_SIMILARITY
  return synonymsOf(leftToken.term, language).has(rightToken.term) ? SYNONYM_SIMILARITY : 0
}
