import { and, eq, sql } from 'drizzle-orm'
import { type AnsweringServices, dryRunQuestion } from '../../answering/server/index.ts'
import {
  emit,
  inReadTransaction,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import type { Cited, Shortfall, TestedAnswer } from '../contract.ts'
import { shortfallOf } from '../domain/shortfall.ts'
import { answerTests } from './answer-tests.table.ts'

/** Tests that one run asks at most where a model writes the answers: each may cost a call. */
const MAX_TESTS_WITH_MODEL = 50
const MAX_TESTS_WITHOUT_MODEL = 200
/** As long as a visitor waits for a model. */
const QUESTION_TIMEOUT_MS = 15_000

interface DueTest extends Record<string, unknown> {
  id: string
  version: number
  question: string
  must_contain: string[]
  cites_kind: Cited['kind'] | null
  cites_id: string | null
  /** As the database writes it: to the microsecond. */
  due_at: string
}

/**
 * Runs the due tests like visitors' questions, without recording questions or using rate limits, and stores the
 * results. Can be repeated.
 * @returns seconds until the next ones are due; null when there are none
 */
export async function runAnswerTests(
  answering: AnsweringServices,
  context: WorkspaceContext,
  signal: AbortSignal,
): Promise<number | null> {
  const maxTests = answering.generate === null ? MAX_TESTS_WITHOUT_MODEL : MAX_TESTS_WITH_MODEL
  const dueTests = await inReadTransaction(context, async ({ tx, workspaceId }) => {
    const { rows } = await tx.execute<DueTest>(
      sql`select id, version, question, must_contain, cites_kind, cites_id, due_at::text as due_at from answer_tests
          where workspace_id = ${workspaceId} and due_at <= now() order by due_at, id limit ${maxTests}`,
    )
    return rows
  })
  for (const test of dueTests) {
    signal.throwIfAborted()
    await runTest(answering, context, test, signal)
  }
  return inReadTransaction(context, async ({ tx, workspaceId }) => {
    const { rows } = await tx.execute<{ wait: number | null }>(
      sql`select ceil(extract(epoch from min(due_at) - now()))::int as wait from answer_tests
          where workspace_id = ${workspaceId} and due_at is not null`,
    )
    return rows[0]?.wait ?? null
  })
}

async function runTest(
  answering: AnsweringServices,
  context: WorkspaceContext,
  test: DueTest,
  signal: AbortSignal,
): Promise<void> {
  // By the database's clock, like the changes that it is compared with.
  const askedAt = await inReadTransaction(context, async ({ tx }) => {
    const { rows } = await tx.execute<{ at: string }>(sql`select now() as at`)
    return new Date(rows[0]?.at ?? Date.now()).toISOString()
  })
  const { answer: output, isModelFailing } = await dryRunQuestion(answering, context, test.question, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(QUESTION_TIMEOUT_MS)]),
    mayUseModel: async () => true,
  })
  const requiredSource = test.cites_kind && test.cites_id ? { kind: test.cites_kind, id: test.cites_id } : null
  const shortfall = shortfallOf(output, { phrases: test.must_contain, cites: requiredSource })
  const answer: TestedAnswer = {
    at: askedAt,
    text: output.answer,
    outcome: output.outcome,
    sources: output.sources.map(({ excerpt: _excerpt, ...source }) => source),
  }
  await inTransaction(context, (transaction) =>
    saveResult(transaction, test, {
      answer,
      shortfall,
      isUnavailable: isModelFailing || answer.outcome === 'unavailable',
    }),
  )
}

interface TestResult {
  answer: TestedAnswer
  shortfall: Shortfall | null
  isUnavailable: boolean
}

async function saveResult(
  transaction: WorkspaceTransaction,
  test: Pick<DueTest, 'id' | 'version' | 'due_at'>,
  { answer, shortfall, isUnavailable }: TestResult,
): Promise<void> {
  const { tx, workspaceId } = transaction
  const isSameVersion = and(
    eq(answerTests.workspaceId, workspaceId),
    eq(answerTests.id, test.id),
    eq(answerTests.version, test.version),
  )
  const [before] = await tx.select({ state: answerTests.state }).from(answerTests).where(isSameVersion).for('update')
  if (!before) return
  // A test requested during its run is run again.
  const dueAt = sql`case when due_at::text = ${test.due_at} then null else due_at end`
  const ranAt = new Date(answer.at)
  const state: 'failing' | 'passing' = shortfall ? 'failing' : 'passing'
  const judgedFields = {
    ...{ unavailable: false, ranAt, state, shortfall },
    ...(shortfall ? { failing: answer } : { failing: null, passing: answer }),
    ...(before.state === state ? {} : { since: ranAt }),
  }
  await tx
    .update(answerTests)
    .set(isUnavailable ? { unavailable: true, dueAt } : { ...judgedFields, dueAt })
    .where(isSameVersion)
  if (!isUnavailable && before.state === 'passing' && shortfall)
    await emit(transaction, { type: 'answer_tests.failed', id: test.id })
  await emit(transaction, { type: 'answer_tests.changed' })
}
