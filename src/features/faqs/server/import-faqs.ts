import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import { normaliseQuestion } from '../../../kernel/text.ts'
import { inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { type importFaqsInput, type importFaqsOutput, importItemInput } from '../contract.ts'
import { settleCategories } from './faq-categories.ts'
import { faqsChanged } from './faq-events.ts'
import { faqLimit, limitReached, roomFor } from './faq-limit.ts'
import { oneMore } from './faq-versions.ts'
import { lockOrder } from './faqs.queries.ts'
import { faqs } from './faqs.table.ts'
import { faqsSaved } from './faqs-saved.ts'
import { insertFaqs, type NewFaq } from './insert-faqs.ts'

type Outcome = z.output<typeof importFaqsOutput>
interface Row {
  index: number
  item: NewFaq
  /** The fields that the row itself names: an update leaves the others as they are. */
  given: ReadonlySet<string>
}

type Known = Pick<typeof faqs.$inferSelect, 'id' | 'status'>

/** An archived FAQ that comes back to life counts for the plan's limit again. */
const revives = (before: { status: string }, { item, given }: Row): boolean =>
  before.status === 'archived' && given.has('status') && item.status !== 'archived'

/** Small enough that visitors served in between do not notice. */
const BATCH = 50

async function existingByQuestion(ctx: WorkspaceTransaction, questions: string[]): Promise<Map<string, Known>> {
  const rows = await ctx.tx
    .select({ id: faqs.id, status: faqs.status, normalized: faqs.normalizedQuestion })
    .from(faqs)
    .where(and(eq(faqs.workspaceId, ctx.workspaceId), inArray(faqs.normalizedQuestion, questions)))
  return new Map(rows.map((row) => [row.normalized, row]))
}

async function overwrite(ctx: WorkspaceTransaction, id: string, { item, given }: Row): Promise<void> {
  const settled = await settleCategories(ctx, given.has('category') ? [item.category] : [])
  const rows = await ctx.tx
    .update(faqs)
    .set({
      question: item.question,
      answer: item.answer,
      ...(given.has('category') ? { category: settled(item.category) } : {}),
      ...(given.has('status') ? { status: item.status } : {}),
      ...(given.has('alternative_questions') ? { alternativeQuestions: item.alternative_questions } : {}),
      ...oneMore,
      updatedAt: new Date(),
    })
    .where(and(eq(faqs.workspaceId, ctx.workspaceId), eq(faqs.id, id)))
    .returning()
  await faqsSaved(ctx, rows)
}

/** One batch, one transaction: what it reports is what it committed. */
async function importBatch(
  ctx: WorkspaceTransaction,
  rows: Row[],
  mode: string,
  limit: number | null,
): Promise<Outcome> {
  await lockOrder(ctx)
  const out: Outcome = { created: 0, updated: 0, skipped: 0, failed: [], ids: [] }
  const known =
    mode === 'create'
      ? new Map<string, Known>()
      : await existingByQuestion(
          ctx,
          rows.map((r) => normaliseQuestion(r.item.question)),
        )
  const fresh: Row[] = []
  /** Rows that repeat a new row of this batch stand for it once it has an id. */
  const repeats: { row: Row; of: number }[] = []
  const firstOf = new Map<string, Row>()
  const idAt = new Map<number, string>()
  let room = await roomFor(ctx, limit)
  const refuse = ({ index }: Row) => {
    const { code, message } = limitReached(limit ?? 0)
    out.failed.push({ index, code, message })
  }
  for (const row of rows) {
    const key = normaliseQuestion(row.item.question)
    const existing = key ? known.get(key) : undefined
    const first = mode === 'create' || !key ? undefined : firstOf.get(key)
    const before = existing ?? first?.item
    const counts = before ? mode === 'update' && revives(before, row) : row.item.status !== 'archived'
    if (counts && room < 1) {
      refuse(row)
      continue
    }
    if (counts) room--
    if (existing) {
      idAt.set(row.index, existing.id)
      if (mode === 'skip') out.skipped++
      else {
        await overwrite(ctx, existing.id, row)
        if (row.given.has('status')) existing.status = row.item.status
        out.updated++
      }
    } else if (first) {
      repeats.push({ row, of: first.index })
      if (counts) first.item = { ...first.item, status: row.item.status }
    } else {
      if (key) firstOf.set(key, { ...row })
      fresh.push(row)
    }
  }
  const inserted = await insertFaqs(
    ctx,
    fresh.map((row) => row.item),
  )
  const order = new Map(inserted.map((row, i) => [fresh[i]?.index ?? -1, row.id]))
  for (const [index, id] of order) idAt.set(index, id)
  out.created = inserted.length
  for (const repeat of repeats) {
    const id = idAt.get(repeat.of)
    if (!id) continue
    idAt.set(repeat.row.index, id)
    if (mode === 'skip') out.skipped++
    else {
      await overwrite(ctx, id, repeat.row)
      out.updated++
    }
  }
  out.ids = rows.map((row) => idAt.get(row.index) ?? null)
  if (out.created + out.updated > 0) await faqsChanged(ctx, [])
  return out
}

function checkRows(items: unknown[], total: Outcome): Row[] {
  const good: Row[] = []
  items.forEach((item, index) => {
    const parsed = importItemInput.safeParse(item)
    if (parsed.success) good.push({ index, item: parsed.data, given: new Set(Object.keys(item as object)) })
    else {
      const issue = parsed.error.issues[0]
      const path = issue?.path.join('.')
      const message =
        issue?.code === 'invalid_type' && path
          ? `${path}: ${issue.message}`
          : (issue?.message ?? 'This row cannot be read.')
      total.failed.push({ index, code: 'invalid_item', message })
    }
  })
  return good
}

/** Goes through in small committed batches with an outcome per row; a row that fails does not stop the others. */
export async function importFaqs(ctx: WorkspaceContext, input: z.output<typeof importFaqsInput>): Promise<Outcome> {
  const total: Outcome = { created: 0, updated: 0, skipped: 0, failed: [], ids: input.items.map(() => null) }
  const rows = checkRows(input.items, total)
  const limit = faqLimit(ctx)
  for (let i = 0; i < rows.length; i += BATCH) {
    const batch = rows.slice(i, i + BATCH)
    try {
      const done = await inTransaction(ctx, (ctx) => importBatch(ctx, batch, input.on_duplicate, limit))
      total.created += done.created
      total.updated += done.updated
      total.skipped += done.skipped
      total.failed.push(...done.failed)
      batch.forEach((row, j) => {
        total.ids[row.index] = done.ids[j] ?? null
      })
    } catch (error) {
      // Earlier batches are committed: say what became of every row instead of throwing their outcome away.
      const known =
        error instanceof AppError
          ? error
          : new AppError('unavailable', 'import.failed', 'This row could not be written. Please try it again.')
      total.failed.push(...batch.map((row) => ({ index: row.index, code: known.code, message: known.message })))
    }
  }
  total.failed.sort((a, b) => a.index - b.index)
  return total
}
