import type { z } from 'zod'
import { normalizeQuestion } from '../../../kernel/text.ts'
import { inReadTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { type compareQuestionsInput, type compareQuestionsOutput, NEAR_MAX } from '../contract.ts'
import { sameQuestions, similarQuestions } from './faq-warnings.ts'

/** Which FAQs ask the same as these questions; those that ask nearly the same where there are few of them. */
export async function compareQuestions(
  context: WorkspaceContext,
  { questions }: z.output<typeof compareQuestionsInput>,
): Promise<z.output<typeof compareQuestionsOutput>> {
  const nearbyFaqs = questions.length <= NEAR_MAX
  const sameFaqs = await inReadTransaction(context, (transaction) => sameQuestions(transaction, questions))
  const comparedItems: z.output<typeof compareQuestionsOutput>['items'] = []
  for (const question of questions) {
    const [existing = null] = sameFaqs.get(normalizeQuestion(question)) ?? []
    // A transaction each: visitors' questions go in between.
    const [similar = null] = nearbyFaqs && !existing && question.trim() ? await similarQuestions(context, question) : []
    comparedItems.push({ same: existing, similar })
  }
  return { items: comparedItems }
}
