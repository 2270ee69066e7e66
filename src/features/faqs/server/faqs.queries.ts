import { and, asc, count, eq, gt, inArray, ne, or } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import { holdsText } from '../../../platform/db/columns.ts'
import { inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Faq, FaqStatus } from '../contract.ts'
import { contentOf, type FaqRow } from './faq-columns.ts'
import { faqs } from './faqs.table.ts'

export const presentFaq = (faqRow: FaqRow): Faq => ({
  id: faqRow.id,
  ...contentOf(faqRow),
  display_order: faqRow.displayOrder,
  slug: faqRow.slug,
  version: faqRow.version,
  created_at: faqRow.createdAt.toISOString(),
  updated_at: faqRow.updatedAt.toISOString(),
})

export interface FaqFilter extends MatchedFaqs {
  limit: number
  cursor?: string | undefined
}

/** Filters of a list or an export of FAQs. */
export interface MatchedFaqs {
  status?: FaqStatus | undefined
  category?: string | undefined
  q?: string | undefined
}

export function matching(workspaceId: string, { status, category, q }: MatchedFaqs) {
  const searchText = q?.trim()
  return and(
    eq(faqs.workspaceId, workspaceId),
    status ? eq(faqs.status, status) : undefined,
    category ? eq(faqs.category, category) : undefined,
    searchText ? or(holdsText(faqs.question, searchText), holdsText(faqs.answer, searchText)) : undefined,
  )
}

/** In display order; the cursor is the display order of the last item. */
export const listFaqs = (context: WorkspaceContext, faqFilter: FaqFilter) =>
  inTransaction(context, async ({ tx, workspaceId }) => {
    const afterPosition = faqFilter.cursor === undefined ? 0 : Number(faqFilter.cursor)
    if (!Number.isSafeInteger(afterPosition) || afterPosition < 0)
      throw new AppError('invalid', 'invalid_cursor', 'This cursor does not belong to this list.')
    const faqRows = await tx
      .select()
      .from(faqs)
      .where(and(matching(workspaceId, faqFilter), gt(faqs.displayOrder, afterPosition)))
      .orderBy(asc(faqs.displayOrder))
      .limit(faqFilter.limit + 1)
    const pageItems = faqRows.slice(0, faqFilter.limit).map(presentFaq)
    return {
      items: pageItems,
      next_cursor: faqRows.length > faqFilter.limit ? String(pageItems.at(-1)?.display_order) : null,
    }
  })

export interface PublishedFaq {
  id: string
  question: string
  answer: string
  category: string
  slug: string
  updated_at: string
}

/** Exactly what visitors may see, in order; the first of it with a `limit`. */
export const publishedFaqs = (context: WorkspaceContext, maxFaqs?: number): Promise<PublishedFaq[]> =>
  inTransaction(context, async ({ tx, workspaceId }) => {
    const wantedFaqs = tx
      .select()
      .from(faqs)
      .where(and(eq(faqs.workspaceId, workspaceId), eq(faqs.status, 'published')))
      .orderBy(asc(faqs.displayOrder))
    const faqRows = await (maxFaqs === undefined ? wantedFaqs : wantedFaqs.limit(maxFaqs))
    return faqRows.map(({ id, question, answer, category, slug, updatedAt }) => ({
      id,
      question,
      answer,
      category,
      slug,
      updated_at: updatedAt.toISOString(),
    }))
  })

/** Slugs and questions of published FAQs by id, for links and related questions. */
export async function publishedById(
  { tx, workspaceId }: WorkspaceTransaction,
  faqIds: string[],
): Promise<Map<string, FaqRow>> {
  if (faqIds.length === 0) return new Map()
  const faqRows = await tx
    .select()
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), eq(faqs.status, 'published'), inArray(faqs.id, faqIds)))
  return new Map(faqRows.map((faqRow) => [faqRow.id, faqRow]))
}

/** A published FAQ by its name in addresses; null where there is none. */
export async function publishedBySlug(
  { tx, workspaceId }: WorkspaceTransaction,
  faqSlug: string,
): Promise<FaqRow | null> {
  const [row] = await tx
    .select()
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), eq(faqs.status, 'published'), eq(faqs.slug, faqSlug)))
  return row ?? null
}

/** The first published FAQs in order, of one category or of all: a few to offer beside an answer. */
export async function firstPublished(
  { tx, workspaceId }: WorkspaceTransaction,
  maxFaqs: number,
  category?: string,
): Promise<FaqRow[]> {
  return tx
    .select()
    .from(faqs)
    .where(
      and(
        eq(faqs.workspaceId, workspaceId),
        eq(faqs.status, 'published'),
        category === undefined ? undefined : eq(faqs.category, category),
      ),
    )
    .orderBy(asc(faqs.displayOrder))
    .limit(maxFaqs)
}

/** Archived FAQs do not count against the limit. */
export async function countLive({ tx, workspaceId }: WorkspaceTransaction): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), ne(faqs.status, 'archived')))
  return row?.n ?? 0
}

export const countFaqs = (context: WorkspaceContext): Promise<number> => inTransaction(context, countLive)
