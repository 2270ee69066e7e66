import { and, asc, eq, inArray } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import { maskText } from '../../../kernel/mask-text.ts'
import { truncateAtWord } from '../../../kernel/text.ts'
import { ALTERNATIVES_MAX, QUESTION_MAX } from '../../faqs/contract.ts'
import { findFaq } from '../../faqs/server/index.ts'
import { messages, questionKey, recentlyAnswered } from '../../questions/server/index.ts'
import { questionsTakenBy } from '../../ranking/server/index.ts'
import { inReadTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { AlternativesPreview } from '../contract.ts'
import { gapById, phrasingTexts } from './gaps.queries.ts'
import { gapQuestions } from './gaps.table.ts'

/** Questions that visitors got answers to, tested before alternatives are published. */
const MAX_ANSWERED_TESTED = 500
const MAX_TAKEN_SHOWN = 10
const MAX_PHRASINGS = 200

export interface AlternativesInput {
  id: string
  faq_id: string
  phrasing_ids: readonly string[]
}

/** The questions of the workspace's answer tests, which are tested as well. */
export type TestedQuestions = (transaction: WorkspaceTransaction) => Promise<string[]>

const alternativesFullError = () =>
  new AppError(
    'conflict',
    'faq.alternatives_full',
    `This FAQ has ${ALTERNATIVES_MAX} alternative questions, which is the most it can have. Remove one first.`,
  )

/**
 * Returns the FAQ's alternatives, and the phrasings that would become further ones: without anything personal, each
 * once. Throws not_found, conflict `faq.alternatives_full`.
 */
export async function furtherAlternatives(
  transaction: WorkspaceTransaction,
  { id, faq_id, phrasing_ids }: AlternativesInput,
): Promise<{ known: string[]; added: string[] }> {
  const { tx, workspaceId } = transaction
  const changedFaq = await findFaq(transaction, faq_id)
  const chosenQuestions = await tx
    .select({ question: messages.question })
    .from(gapQuestions)
    .innerJoin(messages, and(eq(messages.workspaceId, workspaceId), eq(messages.id, gapQuestions.messageId)))
    .where(
      and(
        eq(gapQuestions.workspaceId, workspaceId),
        eq(gapQuestions.gapId, id),
        inArray(gapQuestions.messageId, [...phrasing_ids]),
      ),
    )
    .orderBy(asc(gapQuestions.messageId))
  const knownKeys = new Set([changedFaq.question, ...changedFaq.alternativeQuestions].map(questionKey))
  const newAlternatives: string[] = []
  for (const { question } of chosenQuestions) {
    const phrasing = truncateAtWord(maskText(question), QUESTION_MAX)
    if (!phrasing || knownKeys.has(questionKey(phrasing))) continue
    knownKeys.add(questionKey(phrasing))
    newAlternatives.push(phrasing)
  }
  if (changedFaq.alternativeQuestions.length + newAlternatives.length > ALTERNATIVES_MAX) throw alternativesFullError()
  return { known: changedFaq.alternativeQuestions, added: newAlternatives }
}

/**
 * Returns which questions another source answers now and the FAQ would take away with these phrasings as alternatives:
 * the answer tests and the questions answered last are searched for on a copy of the index. Stores nothing.
 * Throws not_found.
 */
export async function previewAlternatives(
  context: WorkspaceContext,
  alternatives: AlternativesInput,
  testedQuestions: TestedQuestions,
): Promise<AlternativesPreview> {
  const { added, questions } = await inReadTransaction(context, async (transaction) => {
    await gapById(transaction, alternatives.id)
    const { added } = await furtherAlternatives(transaction, alternatives)
    const gapQuestionKeys = new Set((await phrasingTexts(transaction, alternatives.id, MAX_PHRASINGS)).map(questionKey))
    const allTested = [
      ...(await testedQuestions(transaction)),
      ...(await recentlyAnswered(transaction, MAX_ANSWERED_TESTED)),
    ]
    const questionByKey = new Map(allTested.map((question) => [questionKey(question), question]))
    return {
      added,
      questions: [...questionByKey].flatMap(([key, question]) => (gapQuestionKeys.has(key) ? [] : [question])),
    }
  })
  const faqChange = { sourceId: alternatives.faq_id, alternatives: added }
  const takenQuestions =
    added.length > 0 ? await questionsTakenBy(context.services.db, context.workspaceId, faqChange, questions) : []
  return {
    added,
    tested: questions.length,
    taken: takenQuestions.slice(0, MAX_TAKEN_SHOWN).map(({ question, from }) => ({ question, from: from.question })),
    taken_count: takenQuestions.length,
  }
}
