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
const BATCH_SIZE = 50

/** Some FAQs, which are appended; or all of one deletion, which go back to where they stood. */
export type WantedFaqs = { ids: string[] } | { deletionId: string }
type TrashedRow = Omit<typeof trashedFaqs.$inferSelect, 'content'> & { content: FaqContent }

/** Those of the wanted that are in the trash, in their former order. @throws limit `limit.faqs` */
async function findTrashed(
  transaction: FaqOrderTransaction,
  wantedFaqs: WantedFaqs,
  planLimit: number | null,
): Promise<TrashedRow[]> {
  const trashedRows = await transaction.tx
    .select()
    .from(trashedFaqs)
    .where(
      and(
        eq(trashedFaqs.workspaceId, transaction.workspaceId),
        'ids' in wantedFaqs
          ? inArray(trashedFaqs.id, wantedFaqs.ids)
          : eq(trashedFaqs.deletionId, wantedFaqs.deletionId),
      ),
    )
    .orderBy(asc(trashedFaqs.deletionId), asc(trashedFaqs.displayOrder))
  const foundRows = trashedRows.map((trashedRow) => ({ ...trashedRow, content: contentOfSnapshot(trashedRow.content) }))
  const liveRows = foundRows.filter(({ content }) => content.status !== 'archived').length
  if (planLimit !== null && (await roomFor(transaction, planLimit)) < liveRows) throw limitReached(planLimit)
  return foundRows
}

/** Visitors get no FAQ without an answer, also where an earlier version published it. */
const restoredStatus = (faqContent: FaqContent) => (isUnanswered(faqContent) ? 'draft' : faqContent.status)

/** They are FAQs again, with their chunks and index entries. A slug that was given away gets an end of its own. */
async function insertRestored(
  transaction: FaqOrderTransaction,
  trashedRows: TrashedRow[],
  targetPlaces: number[],
): Promise<void> {
  const settledCategory = await settleCategories(
    transaction,
    trashedRows.map(({ content }) => content.category),
  )
  const freeSlugById = await freeSlugs(
    transaction,
    trashedRows.map(({ id, slug }) => ({ id, base: slug })),
  )
  const restoredRows = await transaction.tx
    .insert(faqs)
    .values(
      trashedRows.map(({ content, ...row }, index) => {
        const category = settledCategory(content.category)
        const restored = { ...content, category, status: restoredStatus(content) }
        return {
          ...columnsOf(restored),
          workspaceId: row.workspaceId,
          id: row.id,
          displayOrder: targetPlaces[index] ?? row.displayOrder,
          slug: freeSlugById[index] ?? row.slug,
          version: row.version + (isSameContent(restored, content) ? 0 : 1),
          createdAt: row.createdAt,
          updatedAt: new Date(),
        }
      }),
    )
    .returning()
  const changedRows = restoredRows.filter((faq, index) => faq.version !== trashedRows[index]?.version)
  if (changedRows.length > 0) await keepVersions(transaction, changedRows)
  await writeChunks(transaction, restoredRows)
  noteWritten(
    transaction,
    'created',
    restoredRows.map(({ id }) => id),
  )
  await transaction.tx.delete(trashedFaqs).where(
    and(
      eq(trashedFaqs.workspaceId, transaction.workspaceId),
      inArray(
        trashedFaqs.id,
        trashedRows.map(({ id }) => id),
      ),
    ),
  )
}

/** @returns the rows that were still there. */
async function restoreBatch(
  transaction: FaqOrderTransaction,
  faqIds: string[],
  isInPlace: boolean,
  planLimit: number | null,
) {
  const trashedRows = await findTrashed(transaction, { ids: faqIds }, planLimit)
  if (trashedRows.length === 0) return trashedRows
  const lastTaken = await lastPosition(transaction)
  const formerOrders = trashedRows.map(({ displayOrder }) => displayOrder)
  const targetPlaces = isInPlace
    ? formerPlaces(formerOrders, lastTaken)
    : trashedRows.map((_, index) => lastTaken + index + 1)
  if (isInPlace) await shiftPositionsFrom(transaction, targetPlaces)
  await insertRestored(transaction, trashedRows, targetPlaces)
  return trashedRows
}

/**
 * Takes FAQs out of the trash, if all of them fit the plan. Many go in small committed batches; what is not yet back when
 * one fails is still in the trash.
 * @returns how many. @throws not_found where none is there, limit `limit.faqs`
 */
export async function restoreFaqs(context: WorkspaceContext, wantedFaqs: WantedFaqs): Promise<number> {
  const planLimit = faqLimit(context)
  const trashedFaqRows = await withFaqOrder(context, (transaction) => findTrashed(transaction, wantedFaqs, planLimit))
  const faqIds = trashedFaqRows.map(({ id }) => id)
  if (faqIds.length === 0) throw notFound('faq')
  let restored = 0
  for (let index = 0; index < faqIds.length; index += BATCH_SIZE) {
    const idBatch = faqIds.slice(index, index + BATCH_SIZE)
    restored += await withFaqOrder(context, async (transaction) => {
      const restoredBatch = await restoreBatch(transaction, idBatch, 'deletionId' in wantedFaqs, planLimit)
      const restoredCount = restored + restoredBatch.length
      if (index + BATCH_SIZE >= faqIds.length && restoredCount > 0)
        await recordAudit(transaction, {
          action: 'faq.restored',
          subject: restoredCount === 1 ? (restoredBatch[0]?.content.question ?? '') : '',
          details: { count: restoredCount },
        })
      return restoredBatch.length
    })
  }
  return restored
}
