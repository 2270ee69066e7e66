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

type KnownFaq = Pick<typeof faqs.$inferSelect, 'id' | 'status' | 'question'>

/** An archived FAQ that comes back to life counts for the plan's limit again. */
const reactivates = (existingFaq: { status: string }, { item, given }: ImportRow): boolean =>
  existingFaq.status === 'archived' && given.has('status') && item.status !== 'archived'

async function existingByQuestion(
  transaction: WorkspaceTransaction,
  questions: string[],
): Promise<Map<string, KnownFaq>> {
  const existingRows = await transaction.tx
    .select({ id: faqs.id, status: faqs.status, question: faqs.question, normalized: faqs.normalizedQuestion })
    .from(faqs)
    .where(and(eq(faqs.workspaceId, transaction.workspaceId), inArray(faqs.normalizedQuestion, questions)))
  return new Map(existingRows.map((existingRow) => [existingRow.normalized, existingRow]))
}

/** FAQs that an earlier call of the same run has created, be they in the trash by now; their ids say so. */
async function createdBefore({ tx, workspaceId }: WorkspaceTransaction, importRows: ImportRow[]): Promise<Set<string>> {
  const givenIds = importRows.flatMap(({ item }) => item.id ?? [])
  if (givenIds.length === 0) return new Set()
  const createdRows = await tx
    .select({ id: faqs.id })
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), inArray(faqs.id, givenIds)))
    .unionAll(
      tx
        .select({ id: trashedFaqs.id })
        .from(trashedFaqs)
        .where(and(eq(trashedFaqs.workspaceId, workspaceId), inArray(trashedFaqs.id, givenIds))),
    )
  return new Set(createdRows.map(({ id }) => id))
}

/** An unchanged FAQ gets no version. The plan limit was checked before. */
async function overwrite(transaction: FaqOrderTransaction, faqId: string, { item, given }: ImportRow): Promise<void> {
  const currentRow = await findFaq(transaction, faqId)
  const currentContent = contentOf(currentRow)
  const givenFields = CONTENT_FIELDS.filter((contentField) => given.has(contentField))
  const overwrittenContent = applyChange(
    currentContent,
    Object.fromEntries(givenFields.map((contentField) => [contentField, item[contentField]])),
  )
  if (!isSameContent(overwrittenContent, currentContent))
    await saveContent(transaction, currentRow, overwrittenContent, { limit: null })
}

/** One batch, one transaction: what it reports is what it committed. */
export async function importBatch(
  transaction: FaqOrderTransaction,
  importRows: ImportRow[],
  duplicateMode: OnDuplicate,
  planLimit: number | null,
): Promise<RowOutcome[]> {
  const rowOutcomes: RowOutcome[] = []
  const addOutcome = (
    { index }: ImportRow,
    rowOutcome: RowOutcome['outcome'],
    faqId: string | null,
    outcomeDetails?: Partial<RowOutcome>,
  ) => rowOutcomes.push({ index, outcome: rowOutcome, id: faqId, ...outcomeDetails })
  const questions = importRows.map((importRow) => normalizeQuestion(importRow.item.question))
  const knownByQuestion = await existingByQuestion(transaction, questions)
  const createdEarlier = await createdBefore(transaction, importRows)
  const freshRows: { row: ImportRow; twin: KnownFaq | undefined }[] = []
  /** Rows that repeat a new row of this batch stand for it once it has an id. */
  const repeatedRows: { row: ImportRow; of: number }[] = []
  const firstByQuestion = new Map<string, ImportRow>()
  let remainingRoom = await roomFor(transaction, planLimit)
  for (const importRow of importRows) {
    const questionKey = normalizeQuestion(importRow.item.question)
    const twinFaq = questionKey ? knownByQuestion.get(questionKey) : undefined
    if (importRow.item.id !== undefined && createdEarlier.has(importRow.item.id)) {
      addOutcome(importRow, 'created', importRow.item.id)
      continue
    }
    const existing = duplicateMode === 'create' ? undefined : twinFaq
    const firstRow = duplicateMode === 'create' || !questionKey ? undefined : firstByQuestion.get(questionKey)
    const existingContent = existing ?? firstRow?.item
    const resultingStatus =
      existingContent && !importRow.given.has('status') ? existingContent.status : importRow.item.status
    if (
      (!existingContent || duplicateMode === 'update') &&
      isUnanswered({ status: resultingStatus, answer: importRow.item.answer })
    ) {
      const { code, message } = unanswered()
      addOutcome(importRow, 'failed', null, { failure: { code, message } })
      continue
    }
    if (showsForeignImage(importRow.item, transaction.workspaceId)) {
      const { code, message } = foreignImage()
      addOutcome(importRow, 'failed', null, { failure: { code, message } })
      continue
    }
    const countsToLimit = existingContent
      ? duplicateMode === 'update' && reactivates(existingContent, importRow)
      : importRow.item.status !== 'archived'
    if (countsToLimit && remainingRoom < 1) {
      const { code, message } = limitReached(planLimit ?? 0)
      addOutcome(importRow, 'failed', null, { failure: { code, message } })
      continue
    }
    if (countsToLimit) remainingRoom--
    if (existing) {
      if (duplicateMode === 'update') {
        await overwrite(transaction, existing.id, importRow)
        if (importRow.given.has('status')) existing.status = importRow.item.status
      }
      addOutcome(importRow, duplicateMode === 'update' ? 'updated' : 'skipped', existing.id)
    } else if (firstRow) {
      repeatedRows.push({ row: importRow, of: firstRow.index })
      if (duplicateMode === 'update') firstRow.item = { ...firstRow.item, status: resultingStatus }
    } else {
      if (questionKey) firstByQuestion.set(questionKey, { ...importRow })
      freshRows.push({ row: importRow, twin: twinFaq })
    }
  }
  const inserted = await insertFaqs(
    transaction,
    freshRows.map(({ row }) => row.item),
  )
  const idByRow = new Map<number, string>()
  freshRows.forEach(({ row, twin }, index) => {
    const faqId = inserted[index]?.id ?? null
    if (faqId) idByRow.set(row.index, faqId)
    addOutcome(row, 'created', faqId, twin && twin.status !== 'archived' ? { warning: duplicateWarning(twin) } : {})
  })
  for (const { row, of } of repeatedRows) {
    const faqId = idByRow.get(of)
    if (!faqId) continue
    if (duplicateMode === 'update') await overwrite(transaction, faqId, row)
    addOutcome(row, duplicateMode === 'update' ? 'updated' : 'skipped', faqId)
  }
  return rowOutcomes
}
