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

type Input = z.output<typeof importFaqsInput>

/** Items checked before others are served. */
const CHECKED_ITEMS = 200
/** Rows written together: so few, and of so many characters, that visitors served in between do not notice. */
const BATCH_ROWS = 50
const BATCH_CHARACTERS = 64_000

const charactersOf = ({ item }: ImportRow): number =>
  item.alternative_questions.reduce((sum, { length }) => sum + length, item.question.length + item.answer.length)

/** Sorts what can be read from what cannot, in steps between which the event loop serves others. */
async function checkRows(
  { items, run }: Input,
  workspaceId: string,
  say: (outcome: RowOutcome) => void,
): Promise<ImportRow[]> {
  const good: ImportRow[] = []
  for (const [index, item] of items.entries()) {
    if (index % CHECKED_ITEMS === 0) await nextTurn()
    const parsed = createFaqInput.safeParse(item)
    if (parsed.success) {
      const number = run?.numbers[index]
      const id = run && number !== undefined ? { id: idInRun(run.id, number) } : {}
      const answer = relativeImages(parsed.data.answer, workspaceId)
      good.push({ index, item: { ...parsed.data, ...id, answer }, given: new Set(Object.keys(item as object)) })
      continue
    }
    const issue = parsed.error.issues[0]
    const path = issue?.path.join('.')
    const message =
      issue?.code === 'invalid_type' && path
        ? `${path}: ${issue.message}`
        : (issue?.message ?? 'This row cannot be read.')
    say({ index, outcome: 'failed', id: null, failure: { code: 'invalid_item', message } })
  }
  return good
}

/** FAQs that were created although a similar one exists. */
async function nearWarnings(context: WorkspaceContext, rows: ImportRow[], done: RowOutcome[]) {
  const warnings: ImportOutcome['warnings'] = []
  for (const { index, item } of rows) {
    const created = done[index]
    if (created?.outcome !== 'created' || !created.id || created.warning) continue
    const own = created.id
    const [similar] = await similarQuestions(context, item.question, own)
    if (similar) warnings.push({ index, ...similarWarning(similar) })
  }
  return warnings
}

function report(outcomes: RowOutcome[], near: ImportOutcome['warnings']): ImportOutcome {
  const times = (wanted: RowOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length
  const warnings = outcomes.flatMap(({ index, warning }) => (warning ? { index, ...warning } : []))
  return {
    created: times('created'),
    updated: times('updated'),
    skipped: times('skipped'),
    failed: outcomes.flatMap(({ index, failure }) => (failure ? { index, ...failure } : [])),
    ids: outcomes.map(({ id }) => id),
    outcomes: outcomes.map(({ outcome }) => outcome),
    warnings: [...warnings, ...near].sort((left, right) => left.index - right.index),
  }
}

/** Goes through in small committed batches with an outcome per row; a row that fails does not stop the others. */
export async function importFaqs(context: WorkspaceContext, input: Input): Promise<ImportOutcome> {
  const done: RowOutcome[] = []
  const say = (outcome: RowOutcome) => {
    done[outcome.index] = outcome
  }
  const rows = await checkRows(input, context.workspaceId, say)
  const limit = faqLimit(context)
  const batches = batchesOf(rows, { maxItems: BATCH_ROWS, maxWeight: BATCH_CHARACTERS, weightOf: charactersOf })
  for (const batch of batches) {
    try {
      const outcomes = await inBackground(() =>
        withFaqOrder(context, (transaction) => importBatch(transaction, batch, input.on_duplicate, limit), {
          isBulk: true,
        }),
      )
      for (const outcome of outcomes) say(outcome)
    } catch (error) {
      // Earlier batches are committed: say what became of every row instead of throwing their outcome away.
      const { code, message } =
        error instanceof AppError
          ? error
          : new AppError('unavailable', 'import.failed', 'This row could not be written. Please try it again.')
      for (const { index } of batch) say({ index, outcome: 'failed', id: null, failure: { code, message } })
    }
  }
  const near = input.items.length <= NEAR_MAX ? await nearWarnings(context, rows, done) : []
  return report(done, near)
}
