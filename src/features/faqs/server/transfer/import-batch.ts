import { and, eq, inArray } from 'drizzle-orm'
import { normalizeQuestion } from '../../../../kernel/text.ts'
import type { WorkspaceTransaction } from '../../../workspaces/server/index.ts'
import { CONTENT_FIELDS, type FaqWarning, type ImportOutcome, type OnDuplicate } from '../../contract.ts'
import { applyChange, isSameContent } from '../../domain/faq-content.ts'
import { contentOf } from '../faq-columns.ts'
import { limitReached, roomFor } from '../faq-limit.ts'
import { duplicateWarning } from '../faq-warnings.ts'
import { faqs } from '../faqs.table.ts'
import { foreignImage, showsForeignImage } from '../images/foreign-images.ts'
import { insertFaqs, type NewFaq } from '../insert-faqs.ts'
import { saveContent } from '../save-content.ts'
import { findFaq } from '../trash/trash.queries.ts'
import { trashedFaqs } from '../trash/trashed-faqs.table.ts'
import { isUnanswered, unanswered } from '../unanswered-faqs.ts'
import type { FaqOrderTransaction } from '../with-faq-order.ts'

export interface ImportRow {
  index: number
  item: NewFaq
  /** The fields that the row itself names: an update leaves the others as they are. */
  given: ReadonlySet<string>
}

/** Outcome of one row. */
export interface RowOutcome {
  index: number
  outcome: ImportOutcome['outcomes'][number]
  id: string | null
  failure?: { code: string; message: string }
  warning?: FaqWarning
}

type Known = Pick<typeof faqs.$inferSelect, 'id' | 'status' | 'question'>

/** An archived FAQ that comes back to life counts for the plan's limit again. */
const reactivates = (before: { status: string }, { item, given }: ImportRow): boolean =>
  before.status === 'archived' && given.has('status') && item.status !== 'archived'

async function existingByQuestion(transaction: WorkspaceTransaction, questions: string[]): Promise<Map<string, Known>> {
  const rows = await transaction.tx
    .select({ id: faqs.id, status: faqs.status, question: faqs.question, normalized: faqs.normalizedQuestion })
    .from(faqs)
    .where(and(eq(faqs.workspaceId, transaction.workspaceId), inArray(faqs.normalizedQuestion, questions)))
  return new Map(rows.map((row) => [row.normalized, row]))
}

/** FAQs that an earlier call of the same run has created, be they in the trash by now; their ids say so. */
async function createdBefore({ tx, workspaceId }: WorkspaceTransaction, rows: ImportRow[]): Promise<Set<string>> {
  const ids = rows.flatMap(({ item }) => item.id ?? [])
  if (ids.length === 0) return new Set()
  const found = await tx
    .select({ id: faqs.id })
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), inArray(faqs.id, ids)))
    .unionAll(
      tx
        .select({ id: trashedFaqs.id })
        .from(trashedFaqs)
        .where(and(eq(trashedFaqs.workspaceId, workspaceId), inArray(trashedFaqs.id, ids))),
    )
  return new Set(found.map(({ id }) => id))
}

/** An unchanged FAQ gets no version. The plan limit was checked before. */
async function overwrite(transaction: FaqOrderTransaction, id: string, { item, given }: ImportRow): Promise<void> {
  const before = await findFaq(transaction, id)
  const content = contentOf(before)
  const fields = CONTENT_FIELDS.filter((field) => given.has(field))
  const after = applyChange(content, Object.fromEntries(fields.map((field) => [field, item[field]])))
  if (!isSameContent(after, content)) await saveContent(transaction, before, after, { limit: null })
}

/** One batch, one transaction: what it reports is what it committed. */
export async function importBatch(
  transaction: FaqOrderTransaction,
  rows: ImportRow[],
  mode: OnDuplicate,
  limit: number | null,
): Promise<RowOutcome[]> {
  const done: RowOutcome[] = []
  const say = ({ index }: ImportRow, outcome: RowOutcome['outcome'], id: string | null, rest?: Partial<RowOutcome>) =>
    done.push({ index, outcome, id, ...rest })
  const questions = rows.map((row) => normalizeQuestion(row.item.question))
  const known = await existingByQuestion(transaction, questions)
  const before = await createdBefore(transaction, rows)
  const fresh: { row: ImportRow; twin: Known | undefined }[] = []
  /** Rows that repeat a new row of this batch stand for it once it has an id. */
  const repeats: { row: ImportRow; of: number }[] = []
  const firstOf = new Map<string, ImportRow>()
  let room = await roomFor(transaction, limit)
  for (const row of rows) {
    const key = normalizeQuestion(row.item.question)
    const twin = key ? known.get(key) : undefined
    if (row.item.id !== undefined && before.has(row.item.id)) {
      say(row, 'created', row.item.id)
      continue
    }
    const existing = mode === 'create' ? undefined : twin
    const first = mode === 'create' || !key ? undefined : firstOf.get(key)
    const there = existing ?? first?.item
    const status = there && !row.given.has('status') ? there.status : row.item.status
    if ((!there || mode === 'update') && isUnanswered({ status, answer: row.item.answer })) {
      const { code, message } = unanswered()
      say(row, 'failed', null, { failure: { code, message } })
      continue
    }
    if (showsForeignImage(row.item, transaction.workspaceId)) {
      const { code, message } = foreignImage()
      say(row, 'failed', null, { failure: { code, message } })
      continue
    }
    const counts = there ? mode === 'update' && reactivates(there, row) : row.item.status !== 'archived'
    if (counts && room < 1) {
      const { code, message } = limitReached(limit ?? 0)
      say(row, 'failed', null, { failure: { code, message } })
      continue
    }
    if (counts) room--
    if (existing) {
      if (mode === 'update') {
        await overwrite(transaction, existing.id, row)
        if (row.given.has('status')) existing.status = row.item.status
      }
      say(row, mode === 'update' ? 'updated' : 'skipped', existing.id)
    } else if (first) {
      repeats.push({ row, of: first.index })
      if (mode === 'update') first.item = { ...first.item, status }
    } else {
      if (key) firstOf.set(key, { ...row })
      fresh.push({ row, twin })
    }
  }
  const inserted = await insertFaqs(
    transaction,
    fresh.map(({ row }) => row.item),
  )
  const idAt = new Map<number, string>()
  fresh.forEach(({ row, twin }, index) => {
    const id = inserted[index]?.id ?? null
    if (id) idAt.set(row.index, id)
    say(row, 'created', id, twin && twin.status !== 'archived' ? { warning: duplicateWarning(twin) } : {})
  })
  for (const { row, of } of repeats) {
    const id = idAt.get(of)
    if (!id) continue
    if (mode === 'update') await overwrite(transaction, id, row)
    say(row, mode === 'update' ? 'updated' : 'skipped', id)
  }
  return done
}
