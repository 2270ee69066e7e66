import { and, asc, eq, inArray } from 'drizzle-orm'
import { notFound } from '../../../../kernel/app-error.ts'
import { recordAudit, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import type { FaqContent } from '../../contract.ts'
import { isSameContent } from '../../domain/faq-content.ts'
import { formerPlaces } from '../../domain/former-places.ts'
import { settleCategories } from '../categories/faq-categories.ts'
import { writeChunks } from '../faq-chunk.ts'
import { columnsOf, contentOfSnapshot } from '../faq-columns.ts'
import { faqLimit, limitReached, roomFor } from '../faq-limit.ts'
import { lastPosition, shiftPositionsFrom } from '../faq-positions.ts'
import { faqs } from '../faqs.table.ts'
import { keepVersions } from '../history/faq-versions.ts'
import { freeSlugs } from '../insert-faqs.ts'
import { isUnanswered } from '../unanswered-faqs.ts'
import { type FaqOrderTransaction, noteWritten, withFaqOrder } from '../with-faq-order.ts'
import { trashedFaqs } from './trashed-faqs.table.ts'

/** Small enough that visitors served in between do not notice. */
const BATCH = 50

/** Some FAQs, which are appended; or all of one deletion, which go back to where they stood. */
export type Wanted = { ids: string[] } | { deletionId: string }
type Trashed = Omit<typeof trashedFaqs.$inferSelect, 'content'> & { content: FaqContent }

/** Those of the wanted that are in the trash, in their former order. @throws limit `limit.faqs` */
async function findTrashed(transaction: FaqOrderTransaction, wanted: Wanted, limit: number | null): Promise<Trashed[]> {
  const rows = await transaction.tx
    .select()
    .from(trashedFaqs)
    .where(
      and(
        eq(trashedFaqs.workspaceId, transaction.workspaceId),
        'ids' in wanted ? inArray(trashedFaqs.id, wanted.ids) : eq(trashedFaqs.deletionId, wanted.deletionId),
      ),
    )
    .orderBy(asc(trashedFaqs.deletionId), asc(trashedFaqs.displayOrder))
  const found = rows.map((row) => ({ ...row, content: contentOfSnapshot(row.content) }))
  const live = found.filter(({ content }) => content.status !== 'archived').length
  if (limit !== null && (await roomFor(transaction, limit)) < live) throw limitReached(limit)
  return found
}

/** Visitors get no FAQ without an answer, also where an earlier version published it. */
const restoredStatus = (content: FaqContent) => (isUnanswered(content) ? 'draft' : content.status)

/** They are FAQs again, with their chunks and index entries. A slug that was given away gets an end of its own. */
async function insertRestored(transaction: FaqOrderTransaction, rows: Trashed[], places: number[]): Promise<void> {
  const settled = await settleCategories(
    transaction,
    rows.map(({ content }) => content.category),
  )
  const slugs = await freeSlugs(
    transaction,
    rows.map(({ id, slug }) => ({ id, base: slug })),
  )
  const back = await transaction.tx
    .insert(faqs)
    .values(
      rows.map(({ content, ...row }, index) => {
        const category = settled(content.category)
        const restored = { ...content, category, status: restoredStatus(content) }
        return {
          ...columnsOf(restored),
          workspaceId: row.workspaceId,
          id: row.id,
          displayOrder: places[index] ?? row.displayOrder,
          slug: slugs[index] ?? row.slug,
          version: row.version + (isSameContent(restored, content) ? 0 : 1),
          createdAt: row.createdAt,
          updatedAt: new Date(),
        }
      }),
    )
    .returning()
  const changed = back.filter((faq, index) => faq.version !== rows[index]?.version)
  if (changed.length > 0) await keepVersions(transaction, changed)
  await writeChunks(transaction, back)
  noteWritten(
    transaction,
    'created',
    back.map(({ id }) => id),
  )
  await transaction.tx.delete(trashedFaqs).where(
    and(
      eq(trashedFaqs.workspaceId, transaction.workspaceId),
      inArray(
        trashedFaqs.id,
        rows.map(({ id }) => id),
      ),
    ),
  )
}

/** @returns the rows that were still there. */
async function restoreBatch(transaction: FaqOrderTransaction, ids: string[], inPlace: boolean, limit: number | null) {
  const rows = await findTrashed(transaction, { ids }, limit)
  if (rows.length === 0) return rows
  const last = await lastPosition(transaction)
  const former = rows.map(({ displayOrder }) => displayOrder)
  const places = inPlace ? formerPlaces(former, last) : rows.map((_, index) => last + index + 1)
  if (inPlace) await shiftPositionsFrom(transaction, places)
  await insertRestored(transaction, rows, places)
  return rows
}

/**
 * Takes FAQs out of the trash, if all of them fit the plan. Many go in small committed batches; what is not yet back when
 * one fails is still in the trash.
 * @returns how many. @throws not_found where none is there, limit `limit.faqs`
 */
export async function restoreFaqs(context: WorkspaceContext, wanted: Wanted): Promise<number> {
  const limit = faqLimit(context)
  const trashed = await withFaqOrder(context, (transaction) => findTrashed(transaction, wanted, limit))
  const ids = trashed.map(({ id }) => id)
  if (ids.length === 0) throw notFound('faq')
  let restored = 0
  for (let index = 0; index < ids.length; index += BATCH) {
    const batch = ids.slice(index, index + BATCH)
    restored += await withFaqOrder(context, async (transaction) => {
      const rows = await restoreBatch(transaction, batch, 'deletionId' in wanted, limit)
      const count = restored + rows.length
      if (index + BATCH >= ids.length && count > 0)
        await recordAudit(transaction, {
          action: 'faq.restored',
          subject: count === 1 ? (rows[0]?.content.question ?? '') : '',
          details: { count },
        })
      return rows.length
    })
  }
  return restored
}
