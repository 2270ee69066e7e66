import { and, asc, count, eq, gt, inArray, ne, or } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import { holdsText } from '../../../platform/db/columns.ts'
import { inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Faq, FaqStatus } from '../contract.ts'
import { contentOf, type FaqRow } from './faq-columns.ts'
import { faqs } from './faqs.table.ts'

export const presentFaq = (row: FaqRow): Faq => ({
  id: row.id,
  ...contentOf(row),
  display_order: row.displayOrder,
  slug: row.slug,
  version: row.version,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
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
  const text = q?.trim()
  return and(
    eq(faqs.workspaceId, workspaceId),
    status ? eq(faqs.status, status) : undefined,
    category ? eq(faqs.category, category) : undefined,
    text ? or(holdsText(faqs.question, text), holdsText(faqs.answer, text)) : undefined,
  )
}

/** In display order; the cursor is the display order of the last item. */
export const listFaqs = (context: WorkspaceContext, filter: FaqFilter) =>
  inTransaction(context, async ({ tx, workspaceId }) => {
    const after = filter.cursor === undefined ? 0 : Number(filter.cursor)
    if (!Number.isSafeInteger(after) || after < 0)
      throw new AppError('invalid', 'invalid_cursor', 'This cursor does not belong to this list.')
    const rows = await tx
      .select()
      .from(faqs)
      .where(and(matching(workspaceId, filter), gt(faqs.displayOrder, after)))
      .orderBy(asc(faqs.displayOrder))
      .limit(filter.limit + 1)
    const items = rows.slice(0, filter.limit).map(presentFaq)
    return { items, next_cursor: rows.length > filter.limit ? String(items.at(-1)?.display_order) : null }
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
export const publishedFaqs = (context: WorkspaceContext, limit?: number): Promise<PublishedFaq[]> =>
  inTransaction(context, async ({ tx, workspaceId }) => {
    const wanted = tx
      .select()
      .from(faqs)
      .where(and(eq(faqs.workspaceId, workspaceId), eq(faqs.status, 'published')))
      .orderBy(asc(faqs.displayOrder))
    const rows = await (limit === undefined ? wanted : wanted.limit(limit))
    return rows.map(({ id, question, answer, category, slug, updatedAt }) => ({
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
  ids: string[],
): Promise<Map<string, FaqRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), eq(faqs.status, 'published'), inArray(faqs.id, ids)))
  return new Map(rows.map((row) => [row.id, row]))
}

/** A published FAQ by its name in addresses; null where there is none. */
export async function publishedBySlug({ tx, workspaceId }: WorkspaceTransaction, slug: string): Promise<FaqRow | null> {
  const [row] = await tx
    .select()
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), eq(faqs.status, 'published'), eq(faqs.slug, slug)))
  return row ?? null
}

/** The first published FAQs in order, of one category or of all: a few to offer beside an answer. */
export async function firstPublished(
  { tx, workspaceId }: WorkspaceTransaction,
  limit: number,
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
    .limit(limit)
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
