import { and, eq, exists, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { notFound } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { type createFaqInput, EMPTY_CONTENT, type SavedFaq } from '../../faqs/contract.ts'
import {
  addSimilarWarnings,
  categoryNames,
  createFaq,
  faqLimit,
  insertFaqs,
  limitReached,
  needsAnswer,
  roomFor,
  withFaqOrder,
} from '../../faqs/server/index.ts'
import { emit, inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { SavedAs } from '../contract.ts'
import { lockSuggestions, suggestionsChanged } from './lock-suggestions.ts'
import { releaseOffered } from './offer-suggestions.ts'
import { openSuggestions } from './suggestions.queries.ts'
import { settledSuggestions, suggestedFaqs } from './suggestions.table.ts'

/** Notes that a person has dealt with them. */
async function settle(
  transaction: WorkspaceTransaction,
  rows: readonly { id: string; question_key: string; question: string }[],
  outcome: 'accepted' | 'dismissed',
): Promise<void> {
  const settledBy = transaction.actor?.name ?? null
  for (const { question_key, question } of rows)
    await transaction.tx
      .insert(settledSuggestions)
      .values({ workspaceId: transaction.workspaceId, questionKey: question_key, question, outcome, settledBy })
      .onConflictDoUpdate({
        target: [settledSuggestions.workspaceId, settledSuggestions.questionKey],
        set: { outcome, settledBy, settledAt: sql`now()` },
      })
  await releaseOffered(
    transaction,
    rows.map(({ id }) => id),
  )
  await emit(transaction, { type: 'suggestions.settled' })
  await suggestionsChanged(transaction)
}

interface Accepted {
  faq_ids: string[]
  left: number
  limit: number | null
}

/**
 * Makes FAQs of suggestions, in their order, as many as the plan allows: the others stay on offer. Whose page vanished or
 * who were dealt with in another tab are passed over.
 * @throws limit `limit.faqs` where there is no room at all; not_found where none of them is open
 */
export const acceptSuggestions = async (
  context: WorkspaceContext,
  { ids, status }: { ids: string[]; status: SavedAs },
): Promise<Accepted> => {
  const { default: category } = await categoryNames(context)
  return inTransaction(context, async (transaction) => {
    const limit = faqLimit(transaction)
    await lockSuggestions(transaction)
    return withFaqOrder(transaction, async (order) => {
      const open = await openSuggestions(order, ids)
      if (open.length === 0) throw notFound('suggestion')
      const room = await roomFor(order, limit)
      if (limit !== null && room < 1) throw limitReached(limit)
      const taken = open.slice(0, room)
      const made = taken.map(({ question, answer }) => ({
        ...EMPTY_CONTENT,
        id: newId(),
        question,
        answer,
        category,
        // A page's placeholder for a missing answer is not an answer.
        status: needsAnswer(answer) ? ('draft' as const) : status,
      }))
      await insertFaqs(order, made)
      await settle(order, taken, 'accepted')
      const left = open.length - taken.length
      return { faq_ids: made.map(({ id }) => id), left, limit: left > 0 ? limit : null }
    })
  })
}

/** Makes a FAQ of one suggestion as a person edited it. @throws not_found; limit `limit.faqs` */
export async function acceptEdited(
  context: WorkspaceContext,
  { id, faq }: { id: string; faq: z.output<typeof createFaqInput> },
): Promise<SavedFaq> {
  const saved = await inTransaction(context, async (transaction) => {
    await lockSuggestions(transaction)
    const open = await openSuggestions(transaction, [id])
    if (open.length === 0) throw notFound('suggestion')
    const saved = await createFaq(transaction, faq)
    await settle(transaction, open, 'accepted')
    return saved
  })
  return addSimilarWarnings(context, saved)
}

/** @returns how many were open */
export const dismissSuggestions = (context: WorkspaceContext, ids: string[]): Promise<number> =>
  inTransaction(context, async (transaction) => {
    await lockSuggestions(transaction)
    const open = await openSuggestions(transaction, ids)
    if (open.length > 0) await settle(transaction, open, 'dismissed')
    return open.length
  })

/** Takes dismissals back: the suggestions are offered again at once, before others that came up for them. */
export const restoreSuggestions = (context: WorkspaceContext, ids: string[]): Promise<number> =>
  inTransaction(context, async (transaction) => {
    await lockSuggestions(transaction)
    const { tx, workspaceId } = transaction
    const areChosen = and(eq(suggestedFaqs.workspaceId, workspaceId), inArray(suggestedFaqs.id, [...ids]))
    const chosen = tx
      .select({ id: suggestedFaqs.id })
      .from(suggestedFaqs)
      .where(and(areChosen, eq(suggestedFaqs.questionKey, settledSuggestions.questionKey)))
    const rows = await tx
      .delete(settledSuggestions)
      .where(
        and(
          eq(settledSuggestions.workspaceId, workspaceId),
          eq(settledSuggestions.outcome, 'dismissed'),
          exists(chosen),
        ),
      )
      .returning({ questionKey: settledSuggestions.questionKey })
    if (rows.length === 0) return 0
    const keys = rows.map(({ questionKey }) => questionKey)
    await tx
      .update(suggestedFaqs)
      .set({ state: 'offered', coveredByFaq: null, coveredByKey: null })
      .where(and(areChosen, inArray(suggestedFaqs.questionKey, keys)))
    await suggestionsChanged(transaction)
    return rows.length
  })
