import { setImmediate as nextTurn } from 'node:timers/promises'
import type { z } from 'zod'
import { AppError } from '../../../../kernel/app-error.ts'
import { batchesOf } from '../../../../kernel/batches.ts'
import { relativeImages } from '../../../../kernel/markup.ts'
import { inBackground } from '../../../../platform/db/index.ts'
import type { WorkspaceContext } from '../../../workspaces/server/index.ts'
import { createFaqInput, type ImportOutcome, type importFaqsInput, NEAR_MAX } from '../../contract.ts'
import { faqLimit } from '../faq-limit.ts'
import { similarQuestions, similarWarning } from '../faq-warnings.ts'
import { withFaqOrder } from '../with-faq-order.ts'
import { type ImportRow, importBatch, type RowOutcome } from './import-batch.ts'
import { idInRun } from './run-ids.ts'

type ImportInput = z.output<typeof importFaqsInput>

/** Items checked before others are served. */
const CHECKED_ITEMS = 200
/** Rows written together: so few, and of so many characters, that visitors served in between do not notice. */
const BATCH_ROWS = 50
const BATCH_CHARACTERS = 64_000

const charactersOf = ({ item }: ImportRow): number =>
  item.alternative_questions.reduce(
    (lengthSum, { length }) => lengthSum + length,
    item.question.length + item.answer.length,
  )

/** Sorts what can be read from what cannot, in steps between which the event loop serves others. */
async function checkRows(
  { items, run }: ImportInput,
  workspaceId: string,
  addOutcome: (outcome: RowOutcome) => void,
): Promise<ImportRow[]> {
  const goodRows: ImportRow[] = []
  for (const [index, item] of items.entries()) {
    if (index % CHECKED_ITEMS === 0) await nextTurn()
    const parsedItem = createFaqInput.safeParse(item)
    if (parsedItem.success) {
      const rowNumber = run?.numbers[index]
      const runId = run && rowNumber !== undefined ? { id: idInRun(run.id, rowNumber) } : {}
      const answerMarkdown = relativeImages(parsedItem.data.answer, workspaceId)
      goodRows.push({
        index,
        item: { ...parsedItem.data, ...runId, answer: answerMarkdown },
        given: new Set(Object.keys(item as object)),
      })
      continue
    }
    const firstIssue = parsedItem.error.issues[0]
    const issuePath = firstIssue?.path.join('.')
    const issueMessage =
      firstIssue?.code === 'invalid_type' && issuePath
        ? `${issuePath}: ${firstIssue.message}`
        : (firstIssue?.message ?? 'This row cannot be read.')
    addOutcome({ index, outcome: 'failed', id: null, failure: { code: 'invalid_item', message: issueMessage } })
  }
  return goodRows
}

/** FAQs that were created although a similar one exists. */
async function nearWarnings(context: WorkspaceContext, importRows: ImportRow[], rowOutcomes: RowOutcome[]) {
  const warnings: ImportOutcome['warnings'] = []
  for (const { index, item } of importRows) {
    const createdOutcome = rowOutcomes[index]
    if (createdOutcome?.outcome !== 'created' || !createdOutcome.id || createdOutcome.warning) continue
    const ownId = createdOutcome.id
    const [similar] = await similarQuestions(context, item.question, ownId)
    if (similar) warnings.push({ index, ...similarWarning(similar) })
  }
  return warnings
}

function report(outcomes: RowOutcome[], nearbyWarnings: ImportOutcome['warnings']): ImportOutcome {
  const countOutcomes = (wantedOutcome: RowOutcome['outcome']) =>
    outcomes.filter(({ outcome }) => outcome === wantedOutcome).length
  const warnings = outcomes.flatMap(({ index, warning }) => (warning ? { index, ...warning } : []))
  return {
    created: countOutcomes('created'),
    updated: countOutcomes('updated'),
    skipped: countOutcomes('skipped'),
    failed: outcomes.flatMap(({ index, failure }) => (failure ? { index, ...failure } : [])),
    ids: outcomes.map(({ id }) => id),
    outcomes: outcomes.map(({ outcome }) => outcome),
    warnings: [...warnings, ...nearbyWarnings].sort(
      (leftWarning, rightWarning) => leftWarning.index - rightWarning.index,
    ),
  }
}

/** Goes through in small committed batches with an outcome per row; a row that fails does not stop the others. */
export async function importFaqs(context: WorkspaceContext, importInput: ImportInput): Promise<ImportOutcome> {
  const rowOutcomes: RowOutcome[] = []
  const addOutcome = (rowOutcome: RowOutcome) => {
    rowOutcomes[rowOutcome.index] = rowOutcome
  }
  const importRows = await checkRows(importInput, context.workspaceId, addOutcome)
  const planLimit = faqLimit(context)
  const rowBatches = batchesOf(importRows, {
    maxItems: BATCH_ROWS,
    maxWeight: BATCH_CHARACTERS,
    weightOf: charactersOf,
  })
  for (const rowBatch of rowBatches) {
    try {
      const outcomes = await inBackground(() =>
        withFaqOrder(
          context,
          (transaction) => importBatch(transaction, rowBatch, importInput.on_duplicate, planLimit),
          {
            isBulk: true,
          },
        ),
      )
      for (const rowOutcome of outcomes) addOutcome(rowOutcome)
    } catch (error) {
      // Earlier batches are committed: say what became of every row instead of throwing their outcome away.
      const { code, message } =
        error instanceof AppError
          ? error
          : new AppError('unavailable', 'import.failed', 'This row could not be written. Please try it again.')
      for (const { index } of rowBatch) addOutcome({ index, outcome: 'failed', id: null, failure: { code, message } })
    }
  }
  const nearbyWarnings =
    importInput.items.length <= NEAR_MAX ? await nearWarnings(context, importRows, rowOutcomes) : []
  return report(rowOutcomes, nearbyWarnings)
}
