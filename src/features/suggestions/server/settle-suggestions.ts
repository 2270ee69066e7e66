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
async function settleSuggestions(
  transaction: WorkspaceTransaction,
  suggestions: readonly { id: string; question_key: string; question: string }[],
  outcome: 'accepted' | 'dismissed',
): Promise<void> {
  const settledBy = transaction.actor?.name ?? null
  for (const { question_key, question } of suggestions)
    await transaction.tx
      .insert(settledSuggestions)
      .values({ workspaceId: transaction.workspaceId, questionKey: question_key, question, outcome, settledBy })
      .onConflictDoUpdate({
        target: [settledSuggestions.workspaceId, settledSuggestions.questionKey],
        set: { outcome, settledBy, settledAt: sql`now()` },
      })
  await releaseOffered(
    transaction,
    suggestions.map(({ id }) => id),
  )
  await emit(transaction, { type: 'suggestions.settled' })
  await suggestionsChanged(transaction)
}

interface AcceptedSuggestions {
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
): Promise<AcceptedSuggestions> => {
  const { default: category } = await categoryNames(context)
  return inTransaction(context, async (transaction) => {
    const planLimit = faqLimit(transaction)
    await lockSuggestions(transaction)
    return withFaqOrder(transaction, async (orderScope) => {
      const openItems = await openSuggestions(orderScope, ids)
      if (openItems.length === 0) throw notFound('suggestion')
      const remainingRoom = await roomFor(orderScope, planLimit)
      if (planLimit !== null && remainingRoom < 1) throw limitReached(planLimit)
      const acceptedItems = openItems.slice(0, remainingRoom)
      const createdFaqs = acceptedItems.map(({ question, answer }) => ({
        ...EMPTY_CONTENT,
        id: newId(),
        question,
        answer,
        category,
        // A page's placeholder for a missing answer is not an answer.
        status: needsAnswer(answer) ? ('draft' as const) : status,
      }))
      await insertFaqs(orderScope, createdFaqs)
      await settleSuggestions(orderScope, acceptedItems, 'accepted')
      const leftOverCount = openItems.length - acceptedItems.length
      return {
        faq_ids: createdFaqs.map(({ id }) => id),
        left: leftOverCount,
        limit: leftOverCount > 0 ? planLimit : null,
      }
    })
  })
}

/** Makes a FAQ of one suggestion as a person edited it. @throws not_found; limit `limit.faqs` */
export async function acceptEdited(
  context: WorkspaceContext,
  { id, faq }: { id: string; faq: z.output<typeof createFaqInput> },
): Promise<SavedFaq> {
  const savedFaq = await inTransaction(context, async (transaction) => {
    await lockSuggestions(transaction)
    const openItems = await openSuggestions(transaction, [id])
    if (openItems.length === 0) throw notFound('suggestion')
    const savedFaq = await createFaq(transaction, faq)
    await settleSuggestions(transaction, openItems, 'accepted')
    return savedFaq
  })
  return addSimilarWarnings(context, savedFaq)
}

/** @returns how many were open */
export const dismissSuggestions = (context: WorkspaceContext, suggestionIds: string[]): Promise<number> =>
  inTransaction(context, async (transaction) => {
    await lockSuggestions(transaction)
    const openItems = await openSuggestions(transaction, suggestionIds)
    if (openItems.length > 0) await settleSuggestions(transaction, openItems, 'dismissed')
    return openItems.length
  })

/** Takes dismissals back: the suggestions are offered again at once, before others that came up for them. */
export const restoreSuggestions = (context: WorkspaceContext, suggestionIds: string[]): Promise<number> =>
  inTransaction(context, async (transaction) => {
    await lockSuggestions(transaction)
    const { tx, workspaceId } = transaction
    const areChosen = and(eq(suggestedFaqs.workspaceId, workspaceId), inArray(suggestedFaqs.id, [...suggestionIds]))
    const chosenSuggestions = tx
      .select({ id: suggestedFaqs.id })
      .from(suggestedFaqs)
      .where(and(areChosen, eq(suggestedFaqs.questionKey, settledSuggestions.questionKey)))
    const restoredRows = await tx
      .delete(settledSuggestions)
      .where(
        and(
          eq(settledSuggestions.workspaceId, workspaceId),
          eq(settledSuggestions.outcome, 'dismissed'),
          exists(chosenSuggestions),
        ),
      )
      .returning({ questionKey: settledSuggestions.questionKey })
    if (restoredRows.length === 0) return 0
    const restoredKeys = restoredRows.map(({ questionKey }) => questionKey)
    await tx
      .update(suggestedFaqs)
      .set({ state: 'offered', coveredByFaq: null, coveredByKey: null })
      .where(and(areChosen, inArray(suggestedFaqs.questionKey, restoredKeys)))
    await suggestionsChanged(transaction)
    return restoredRows.length
  })
