import type { AnswerReasons, Outcome } from '../../questions/contract.ts'
import type { AnswerLevel } from '../../workspaces/contract.ts'
import { tierOf } from '../domain/answer-gate.ts'
import { isMet } from '../domain/section.ts'
import type { Decision } from './decide.ts'

/** Explains a decision to the people who read the inbox. */
export function reasonsOf({ topics, words, obstacle }: Decision): AnswerReasons {
  const sectionTerms = topics[0]?.best.section.terms ?? new Set()
  return {
    matched: words
      .filter((weightedWord) => isMet(weightedWord, sectionTerms))
      .map(({ word: weightedWord }) => weightedWord),
    missing: words
      .filter((weightedWord) => !isMet(weightedWord, sectionTerms))
      .map(({ word: weightedWord }) => weightedWord),
    obstacle,
  }
}

const TIER_BY_OUTCOME: Partial<Record<Outcome, ReturnType<typeof tierOf>>> = { suggested: 'suggest', refused: 'refuse' }

/**
 * The probability as the inbox shows it beside an outcome: that of an answer, or that which was too low for one. Null
 * where something else kept the answer back, which the reasons name.
 */
export function statedProbability(
  { probability, obstacle }: Pick<Decision, 'probability' | 'obstacle'>,
  outcome: Outcome,
  answerLevel: AnswerLevel,
): number | null {
  if (probability === null || outcome === 'answered') return probability
  return obstacle === null && tierOf(probability, answerLevel) === TIER_BY_OUTCOME[outcome] ? probability : null
}
