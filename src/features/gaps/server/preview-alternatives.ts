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
const MAX_TESTED = 500
const MAX_SHOWN = 10
const MAX_PHRASINGS = 200

export interface AlternativesInput {
  id: string
  faq_id: string
  phrasing_ids: readonly string[]
}

/** The questions of the workspace's answer tests, which are tested as well. */
export type TestedQuestions = (transaction: WorkspaceTransaction) => Promise<string[]>

const full = () =>
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
  const faq = await findFaq(transaction, faq_id)
  const rows = await tx
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
  const known = new Set([faq.question, ...faq.alternativeQuestions].map(questionKey))
  const added: string[] = []
  for (const { question } of rows) {
    const phrasing = truncateAtWord(maskText(question), QUESTION_MAX)
    if (!phrasing || known.has(questionKey(phrasing))) continue
    known.add(questionKey(phrasing))
    added.push(phrasing)
  }
  if (faq.alternativeQuestions.length + added.length > ALTERNATIVES_MAX) throw full()
  return { known: faq.alternativeQuestions, added }
}

/**
 * Returns which questions another source answers now and the FAQ would take away with these phrasings as alternatives:
 * the answer tests and the questions answered last are searched for on a copy of the index. Stores nothing.
 * Throws not_found.
 */
export async function previewAlternatives(
  context: WorkspaceContext,
  input: AlternativesInput,
  testedQuestions: TestedQuestions,
): Promise<AlternativesPreview> {
  const { added, questions } = await inReadTransaction(context, async (transaction) => {
    await gapById(transaction, input.id)
    const { added } = await furtherAlternatives(transaction, input)
    const own = new Set((await phrasingTexts(transaction, input.id, MAX_PHRASINGS)).map(questionKey))
    const tested = [...(await testedQuestions(transaction)), ...(await recentlyAnswered(transaction, MAX_TESTED))]
    const byKey = new Map(tested.map((question) => [questionKey(question), question]))
    return { added, questions: [...byKey].flatMap(([key, question]) => (own.has(key) ? [] : [question])) }
  })
  const change = { sourceId: input.faq_id, alternatives: added }
  const taken =
    added.length > 0 ? await questionsTakenBy(context.services.db, context.workspaceId, change, questions) : []
  return {
    added,
    tested: questions.length,
    taken: taken.slice(0, MAX_SHOWN).map(({ question, from }) => ({ question, from: from.question })),
    taken_count: taken.length,
  }
}
