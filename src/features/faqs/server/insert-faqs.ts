import { and, eq, inArray } from 'drizzle-orm'
import { newId } from '../../../kernel/ids.ts'
import type { FaqContent } from '../contract.ts'
import { settleCategories } from './categories/faq-categories.ts'
import { writeChunks } from './faq-chunk.ts'
import { columnsOf, type FaqRow } from './faq-columns.ts'
import { lastPosition } from './faq-positions.ts'
import { faqSlug } from './faq-slug.ts'
import { faqs } from './faqs.table.ts'
import { keepVersions } from './history/faq-versions.ts'
import { refuseForeignImages } from './images/foreign-images.ts'
import { refuseUnanswered } from './unanswered-faqs.ts'
import { type FaqOrderTransaction, noteWritten } from './with-faq-order.ts'

/** `id` where it was made up before, so that a call can be repeated. */
export type NewFaq = FaqContent & { id?: string }

/** Each wanted slug where it is free, else with the end of the FAQ's id behind it. */
export async function freeSlugs(
  { tx, workspaceId }: FaqOrderTransaction,
  slugWishes: { id: string; base: string }[],
): Promise<string[]> {
  const takenRows = await tx
    .select({ slug: faqs.slug })
    .from(faqs)
    .where(
      and(
        eq(faqs.workspaceId, workspaceId),
        inArray(
          faqs.slug,
          slugWishes.map(({ base }) => base),
        ),
      ),
    )
  const takenSlugs = new Set(takenRows.map((takenRow) => takenRow.slug))
  return slugWishes.map(({ id, base }) => {
    const freeSlug = takenSlugs.has(base) ? `${base}-${id.slice(-8)}` : base
    takenSlugs.add(freeSlug)
    return freeSlug
  })
}

/** Appends FAQs with their chunks and search entries; the caller has checked the limit. @throws invalid `faq.needs_answer` */
export async function insertFaqs(transaction: FaqOrderTransaction, newFaqs: NewFaq[]): Promise<FaqRow[]> {
  if (newFaqs.length === 0) return []
  refuseUnanswered(newFaqs)
  refuseForeignImages(newFaqs, transaction.workspaceId)
  const withIds = newFaqs.map((newFaq) => ({ ...newFaq, id: newFaq.id ?? newId() }))
  const freeSlugById = await freeSlugs(
    transaction,
    withIds.map(({ id, question }) => ({ id, base: faqSlug(question) })),
  )
  const settledCategory = await settleCategories(
    transaction,
    newFaqs.map(({ category }) => category),
  )
  const lastTaken = await lastPosition(transaction)
  const insertedRows = await transaction.tx
    .insert(faqs)
    .values(
      withIds.map((newFaq, index) => ({
        ...columnsOf({ ...newFaq, category: settledCategory(newFaq.category) }),
        workspaceId: transaction.workspaceId,
        id: newFaq.id,
        displayOrder: lastTaken + index + 1,
        slug: freeSlugById[index] ?? newFaq.id,
      })),
    )
    .returning()
  await keepVersions(transaction, insertedRows)
  await writeChunks(transaction, insertedRows)
  noteWritten(
    transaction,
    'created',
    insertedRows.map(({ id }) => id),
  )
  return insertedRows
}
