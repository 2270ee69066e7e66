import type { AnswerReasons } from '../../questions/contract.ts'
import { metShare } from '../domain/section.ts'
import type { Decision } from './decide.ts'

/** From this share on a word counts as met: as it is, as a synonym, or as part of another word. */
const MATCHED_SHARE = 0.5

/** Explains a decision to the people who read the inbox; null when nothing was found. */
export function reasonsOf({ topics, words, obstacle }: Decision): AnswerReasons | null {
  const [first] = topics
  if (!first) return null
  const { terms } = first.best.section
  const isMatched = (word: Decision['words'][number]) => metShare(word, terms) >= MATCHED_SHARE
  return {
    matched: words.filter(isMatched).map(({ word }) => word),
    missing: words.filter((word) => !isMatched(word)).map(({ word }) => word),
    obstacle,
  }
}
