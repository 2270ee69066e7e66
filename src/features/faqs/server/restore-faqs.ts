import { and, asc, eq, inArray } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { normalizeQuestion } from '../../../kernel/text.ts'
import {
  inTransaction,
  recordAudit,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import { formerPlaces } from '../domain/former-places.ts'
import { settleCategories } from './faq-categories.ts'
import { writeChunks } from './faq-chunk.ts'
import { faqsChanged } from './faq-events.ts'
import { faqLimit, limitReached, roomFor } from './faq-limit.ts'
import { makeRoomAt } from './faq-places.ts'
import { keepVersions } from './faq-versions.ts'
import { lastPosition, lockOrder } from './faqs.queries.ts'
import { faqs } from './faqs.table.ts'
import { freeSlugs } from './insert-faqs.ts'
import { trashedFaqs } from './trashed-faqs.table.ts'
import { isUnanswered } from './unanswered-faqs.ts'

/** Small enough that visitors served in between do not notice. */
const BATCH = 50

/** Some FAQs, which are appended; or all of one deletion, which go back to where they stood. */
export type Wanted = { ids: string[] } | { deletionId: string }
type Trashed = typeof trashedFaqs.$inferSelect

/** Those of the wanted that are in the trash, in their former order. Hold `lockOrder`. @throws limit `limit.faqs` */
async function findTrashed(ctx: WorkspaceTransaction, wanted: Wanted, limit: number | null): Promise<Trashed[]> {
  const rows = await ctx.tx
    .select()
    .from(trashedFaqs)
    .where(
      and(
        eq(trashedFaqs.workspaceId, ctx.workspaceId),
        'ids' in wanted ? inArray(trashedFaqs.id, wanted.ids) : eq(trashedFaqs.deletionId, wanted.deletionId),
      ),
    )
    .orderBy(asc(trashedFaqs.deletionId), asc(trashedFaqs.displayOrder))
  const live = rows.filter(({ status }) => status !== 'archived').length
  if (limit !== null && (await roomFor(ctx, limit)) < live) throw limitReached(limit)
  return rows
}

/** Visitors get no FAQ without an answer, also where an earlier version published it. */
const restoredStatus = (row: Trashed) => (isUnanswered(row) ? ('draft' as const) : row.status)

/** They are FAQs again, with their chunks and index entries. A slug that was given away gets an end of its own. */
async function bringBack(ctx: WorkspaceTransaction, rows: Trashed[], places: number[]): Promise<void> {
  const settled = await settleCategories(
    ctx,
    rows.map(({ category }) => category),
  )
  const slugs = await freeSlugs(
    ctx,
    rows.map(({ id, slug }) => ({ id, base: slug })),
  )
  const back = await ctx.tx
    .insert(faqs)
    .values(
      rows.map((row, i) => {
        const category = settled(row.category)
        const status = restoredStatus(row)
        return {
          workspaceId: row.workspaceId,
          id: row.id,
          question: row.question,
          answer: row.answer,
          category,
          status,
          displayOrder: places[i] ?? row.displayOrder,
          normalizedQuestion: normalizeQuestion(row.question),
          alternativeQuestions: row.alternativeQuestions,
          slug: slugs[i] ?? row.slug,
          version: row.version + (category === row.category && status === row.status ? 0 : 1),
          createdAt: row.createdAt,
          updatedAt: new Date(),
        }
      }),
    )
    .returning()
  const changed = back.filter((faq, i) => faq.version !== rows[i]?.version)
  if (changed.length > 0) await keepVersions(ctx, changed)
  await writeChunks(ctx, back)
  await ctx.tx.delete(trashedFaqs).where(
    and(
      eq(trashedFaqs.workspaceId, ctx.workspaceId),
      inArray(
        trashedFaqs.id,
        rows.map(({ id }) => id),
      ),
    ),
  )
}

/** One batch, one transaction. @returns the rows that were still there. */
const restoreBatch = (ctx: WorkspaceContext, ids: string[], inPlace: boolean, limit: number | null) =>
  inTransaction(ctx, async (ctx) => {
    await lockOrder(ctx)
    const rows = await findTrashed(ctx, { ids }, limit)
    if (rows.length === 0) return rows
    const last = await lastPosition(ctx)
    const places = inPlace
      ? formerPlaces(
          rows.map(({ displayOrder }) => displayOrder),
          last,
        )
      : rows.map((_, i) => last + i + 1)
    if (inPlace) await makeRoomAt(ctx, places)
    await bringBack(ctx, rows, places)
    return rows
  })

/**
 * Takes FAQs out of the trash, if all of them fit the plan. Many go in small committed batches; what is not yet back when
 * one fails is still in the trash.
 * @returns how many. @throws not_found where none is there, limit `limit.faqs`
 */
export async function restoreFaqs(ctx: WorkspaceContext, wanted: Wanted): Promise<number> {
  const limit = faqLimit(ctx)
  const ids = await inTransaction(ctx, async (ctx) => {
    await lockOrder(ctx)
    return (await findTrashed(ctx, wanted, limit)).map(({ id }) => id)
  })
  if (ids.length === 0) throw notFound('faq')
  let restored = 0
  for (let i = 0; i < ids.length; i += BATCH) {
    const batch = ids.slice(i, i + BATCH)
    restored += await inTransaction(ctx, async (ctx) => {
      const rows = await restoreBatch(ctx, batch, 'deletionId' in wanted, limit)
      const count = restored + rows.length
      if (i + BATCH >= ids.length && count > 0)
        await recordAudit(ctx, {
          action: 'faq.restored',
          subject: count === 1 ? (rows[0]?.question ?? '') : '',
          details: { count },
        })
      await faqsChanged(
        ctx,
        rows.map(({ id }) => id),
      )
      return rows.length
    })
  }
  return restored
}
