import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { newId } from '../../../kernel/ids.ts'
import { normaliseQuestion, slugify } from '../../../kernel/text.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { createFaqInput } from '../contract.ts'
import { writeChunks } from './faq-chunk.ts'
import { type FaqRow, lastPosition } from './faqs.queries.ts'
import { faqs } from './faqs.table.ts'

export type NewFaq = z.output<typeof createFaqInput>

/** The question's own slug where it is free, else with the end of the id behind it. */
async function slugsFor(
  { tx, workspaceId }: WorkspaceTransaction,
  items: { id: string; question: string }[],
): Promise<string[]> {
  const bases = items.map((item) => slugify(item.question) || 'faq')
  const rows = await tx
    .select({ slug: faqs.slug })
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), inArray(faqs.slug, bases)))
  const taken = new Set(rows.map((row) => row.slug))
  return items.map((item, i) => {
    const base = bases[i] ?? 'faq'
    const slug = taken.has(base) ? `${base}-${item.id.slice(-8)}` : base
    taken.add(slug)
    return slug
  })
}

/** Appends FAQs with their chunks and postings. The caller holds `lockOrder`, checked the limit and ends with `contentChanged`. */
export async function insertFaqs(ctx: WorkspaceTransaction, items: NewFaq[]): Promise<FaqRow[]> {
  if (items.length === 0) return []
  const withIds = items.map((item) => ({ ...item, id: newId() }))
  const slugs = await slugsFor(ctx, withIds)
  const last = await lastPosition(ctx)
  const rows = await ctx.tx
    .insert(faqs)
    .values(
      withIds.map((item, i) => ({
        workspaceId: ctx.workspaceId,
        id: item.id,
        question: item.question,
        answer: item.answer,
        category: item.category,
        status: item.status,
        displayOrder: last + i + 1,
        normalizedQuestion: normaliseQuestion(item.question),
        alternativeQuestions: item.alternative_questions,
        slug: slugs[i] ?? item.id,
      })),
    )
    .returning()
  await writeChunks(ctx, rows)
  return rows
}
