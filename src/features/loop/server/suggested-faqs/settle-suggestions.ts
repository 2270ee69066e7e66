import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { notFound } from '../../../../kernel/app-error.ts'
import { newId } from '../../../../kernel/ids.ts'
import type { createFaqInput, SavedFaq } from '../../../faqs/contract.ts'
import {
  categoryNames,
  createFaq,
  faqLimit,
  faqsChanged,
  insertFaqs,
  limitReached,
  lockOrder,
  needsAnswer,
  roomFor,
} from '../../../faqs/server/index.ts'
import {
  emit,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../../workspaces/server/index.ts'
import type { SavedAs } from '../../contract/suggested-faqs.ts'
import { idList, textList } from '../sql-lists.ts'
import { openSuggestions } from './list-suggestions.ts'
import { lockSuggestions, suggestionsChanged } from './lock-suggestions.ts'
import { releaseOffered } from './offer.ts'

/** Notes that a person has dealt with them. */
async function settle(
  ctx: WorkspaceTransaction,
  rows: readonly { id: string; sense: string; question: string }[],
  outcome: 'accepted' | 'dismissed',
): Promise<void> {
  for (const { sense, question } of rows)
    await ctx.tx.execute(
      sql`insert into settled_suggestions (workspace_id, sense, question, outcome, settled_by)
          values (${ctx.workspaceId}, ${sense}, ${question}, ${outcome}, ${ctx.actor?.name ?? null})
          on conflict (workspace_id, sense) do update
            set outcome = excluded.outcome, settled_by = excluded.settled_by, settled_at = now()`,
    )
  await releaseOffered(
    ctx,
    rows.map(({ id }) => id),
  )
  await emit(ctx, { type: 'loop.suggestions_settled' })
  await suggestionsChanged(ctx)
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
  ctx: WorkspaceContext,
  { ids, status }: { ids: string[]; status: SavedAs },
): Promise<Accepted> => {
  const { default: category } = await categoryNames(ctx)
  return inTransaction(ctx, async (ctx) => {
    const limit = faqLimit(ctx)
    await lockSuggestions(ctx)
    await lockOrder(ctx)
    const open = await openSuggestions(ctx, ids)
    if (open.length === 0) throw notFound('suggestion')
    const room = await roomFor(ctx, limit)
    if (limit !== null && room < 1) throw limitReached(limit)
    const taken = open.slice(0, room)
    const made = taken.map(({ question, answer }) => ({
      id: newId(),
      question,
      answer,
      category,
      // A page's placeholder for a missing answer is not an answer.
      status: needsAnswer(answer) ? ('draft' as const) : status,
      alternative_questions: [],
    }))
    await insertFaqs(ctx, made)
    const faqIds = made.map(({ id }) => id)
    await settle(ctx, taken, 'accepted')
    await faqsChanged(ctx, faqIds)
    const left = open.length - taken.length
    return { faq_ids: faqIds, left, limit: left > 0 ? limit : null }
  })
}

/** Makes a FAQ of one suggestion as a person edited it. @throws not_found; limit `limit.faqs` */
export const acceptEdited = (
  ctx: WorkspaceContext,
  { id, faq }: { id: string; faq: z.output<typeof createFaqInput> },
): Promise<SavedFaq> =>
  inTransaction(ctx, async (ctx) => {
    await lockSuggestions(ctx)
    const open = await openSuggestions(ctx, [id])
    if (open.length === 0) throw notFound('suggestion')
    const saved = await createFaq(ctx, faq)
    await settle(ctx, open, 'accepted')
    return saved
  })

/** @returns how many were open */
export const dismissSuggestions = (ctx: WorkspaceContext, ids: string[]): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    await lockSuggestions(ctx)
    const open = await openSuggestions(ctx, ids)
    if (open.length > 0) await settle(ctx, open, 'dismissed')
    return open.length
  })

/** Takes dismissals back: the suggestions are offered again at once, before others that came up for them. */
export const restoreSuggestions = (ctx: WorkspaceContext, ids: string[]): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    await lockSuggestions(ctx)
    const { rows } = await ctx.tx.execute<{ sense: string }>(
      sql`delete from settled_suggestions d using suggested_faqs s
          where d.workspace_id = ${ctx.workspaceId} and s.workspace_id = d.workspace_id and s.sense = d.sense
            and s.id = any${idList(ids)} and d.outcome = 'dismissed'
          returning d.sense`,
    )
    if (rows.length === 0) return 0
    await ctx.tx.execute(
      sql`update suggested_faqs set state = 'offered', covered_by_faq = null, covered_by_sense = null
          where workspace_id = ${ctx.workspaceId} and id = any${idList(ids)}
            and sense = any${textList(rows.map(({ sense }) => sense))}`,
    )
    await suggestionsChanged(ctx)
    return rows.length
  })
