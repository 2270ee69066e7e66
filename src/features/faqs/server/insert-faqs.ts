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
  items: { id: string; base: string }[],
): Promise<string[]> {
  const rows = await tx
    .select({ slug: faqs.slug })
    .from(faqs)
    .where(
      and(
        eq(faqs.workspaceId, workspaceId),
        inArray(
          faqs.slug,
          items.map(({ base }) => base),
        ),
      ),
    )
  const taken = new Set(rows.map((row) => row.slug))
  return items.map(({ id, base }) => {
    const slug = taken.has(base) ? `${base}-${id.slice(-8)}` : base
    taken.add(slug)
    return slug
  })
}

/** Appends FAQs with their chunks and search entries; the caller has checked the limit. @throws invalid `faq.needs_answer` */
export async function insertFaqs(transaction: FaqOrderTransaction, items: NewFaq[]): Promise<FaqRow[]> {
  if (items.length === 0) return []
  refuseUnanswered(items)
  refuseForeignImages(items, transaction.workspaceId)
  const withIds = items.map((item) => ({ ...item, id: item.id ?? newId() }))
  const slugs = await freeSlugs(
    transaction,
    withIds.map(({ id, question }) => ({ id, base: faqSlug(question) })),
  )
  const settled = await settleCategories(
    transaction,
    items.map(({ category }) => category),
  )
  const last = await lastPosition(transaction)
  const rows = await transaction.tx
    .insert(faqs)
    .values(
      withIds.map((item, index) => ({
        ...columnsOf({ ...item, category: settled(item.category) }),
        workspaceId: transaction.workspaceId,
        id: item.id,
        displayOrder: last + index + 1,
        slug: slugs[index] ?? item.id,
      })),
    )
    .returning()
  await keepVersions(transaction, rows)
  await writeChunks(transaction, rows)
  noteWritten(
    transaction,
    'created',
    rows.map(({ id }) => id),
  )
  return rows
}
