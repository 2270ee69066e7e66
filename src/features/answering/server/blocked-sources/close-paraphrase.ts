import { normalizeQuestion } from '../../../../kernel/text.ts'
import {
  areExclusive,
  constraintsOf,
  detectLanguage,
  SAME_QUESTION_FROM,
  sameQuestionProbability,
} from '../../../ranking/server/index.ts'

/**
 * Returns a test of whether other questions ask the same in nearly the same words. Meaning does not count: questions
 * about one subject with different answers are as near in meaning as paraphrases.
 */
export function closeParaphraseOf(question: string): (otherQuestion: string) => boolean {
  const language = detectLanguage(question)
  const normalized = normalizeQuestion(question)
  const probabilityOf = sameQuestionProbability(question, language)
  const constraints = constraintsOf(question, language)
  return (otherQuestion) =>
    normalizeQuestion(otherQuestion) === normalized ||
    (probabilityOf(otherQuestion) >= SAME_QUESTION_FROM &&
      !areExclusive(constraints, constraintsOf(otherQuestion, language)))
}
