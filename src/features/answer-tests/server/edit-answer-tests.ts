import { and, eq, sql } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { lockNamed } from '../../../platform/db/index.ts'
import {
  emit,
  inTransaction,
  recordAudit,
  requireMatch,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import { ANSWER_TESTS_MAX, type AnswerTest, type AnswerTestInput } from '../contract.ts'
import { answerTestById, answerTestDetails } from './answer-tests.queries.ts'
import { answerTests } from './answer-tests.table.ts'

/** Tests are counted, and their requirements changed, one after another. */
const lockTests = ({ tx, workspaceId }: WorkspaceTransaction) => lockNamed(tx, `answer-tests:${workspaceId}`)

const isAnswerTest = ({ workspaceId }: WorkspaceTransaction, id: string) =>
  and(eq(answerTests.workspaceId, workspaceId), eq(answerTests.id, id))

/** Checks `If-Match` of a change. @throws not_found, precondition_failed */
const requireSameTest = (transaction: WorkspaceTransaction, id: string): Promise<void> =>
  requireMatch(transaction, async () => {
    await transaction.tx
      .select({ id: answerTests.id })
      .from(answerTests)
      .where(isAnswerTest(transaction, id))
      .for('update')
    return answerTestDetails(transaction, id)
  })

/** Returns the required source with its title. @throws not_found when this workspace does not have it */
async function citedColumns({ tx, workspaceId }: WorkspaceTransaction, cited: AnswerTestInput['must_cite']) {
  if (!cited) return { citesKind: null, citesId: null, citesTitle: null }
  const { rows } = await tx.execute<{ title: string }>(
    cited.kind === 'faq'
      ? sql`select question as title from faqs where workspace_id = ${workspaceId} and id = ${cited.id}`
      : sql`select title from sources where workspace_id = ${workspaceId} and id = ${cited.id}`,
  )
  if (!rows[0]) throw notFound(cited.kind)
  return { citesKind: cited.kind, citesId: cited.id, citesTitle: rows[0].title }
}

/** Notifies the dashboards, and runs due tests after this transaction has committed. */
async function requestRun(transaction: WorkspaceTransaction): Promise<void> {
  await emit(transaction, { type: 'answer_tests.changed' })
  await emit(transaction, { type: 'answer_tests.due' })
}

/** Saves a test, which is asked at once. @throws conflict `answer_test.limit`; not_found for what it must rest on */
export const createAnswerTest = (context: WorkspaceContext, input: AnswerTestInput): Promise<AnswerTest> =>
  inTransaction(context, async (transaction) => {
    await lockTests(transaction)
    const count = await transaction.tx.$count(answerTests, eq(answerTests.workspaceId, transaction.workspaceId))
    if (count >= ANSWER_TESTS_MAX)
      throw new AppError(
        'conflict',
        'answer_test.limit',
        `This workspace has ${ANSWER_TESTS_MAX} answer tests, which is the most it can have. Delete one first.`,
      )
    const id = newId()
    await transaction.tx.insert(answerTests).values({
      workspaceId: transaction.workspaceId,
      id,
      question: input.question,
      mustContain: input.must_contain,
      ...(await citedColumns(transaction, input.must_cite)),
      dueAt: sql`now()`,
      createdBy: transaction.actor?.name ?? null,
    })
    await recordAudit(transaction, { action: 'answer_test.created', subject: input.question })
    await requestRun(transaction)
    return answerTestById(transaction, id)
  })

/**
 * Changing the question deletes the former answers; changed requirements apply to the next answers.
 * @throws not_found
 */
export const updateAnswerTest = (
  context: WorkspaceContext,
  { id, test }: { id: string; test: AnswerTestInput },
): Promise<AnswerTest> =>
  inTransaction(context, async (transaction) => {
    await lockTests(transaction)
    await requireSameTest(transaction, id)
    const [before] = await transaction.tx.select().from(answerTests).where(isAnswerTest(transaction, id))
    if (!before) throw notFound('answer_test')
    // A required source that was deleted stays valid.
    const isSameSource = test.must_cite?.kind === before.citesKind && test.must_cite?.id === before.citesId
    const cited = isSameSource ? {} : await citedColumns(transaction, test.must_cite)
    const clearedResult = {
      state: 'new',
      passing: null,
      failing: null,
      shortfall: null,
      since: null,
      ranAt: null,
    } as const
    await transaction.tx
      .update(answerTests)
      .set({
        question: test.question,
        mustContain: test.must_contain,
        ...cited,
        ...(test.question === before.question ? {} : clearedResult),
        version: sql`${answerTests.version} + 1`,
        dueAt: sql`now()`,
        editedAt: sql`now()`,
      })
      .where(isAnswerTest(transaction, id))
    await requestRun(transaction)
    return answerTestById(transaction, id)
  })

/** @throws not_found */
export const deleteAnswerTest = (context: WorkspaceContext, id: string): Promise<{ deleted: true }> =>
  inTransaction(context, async (transaction) => {
    await requireSameTest(transaction, id)
    const [gone] = await transaction.tx
      .delete(answerTests)
      .where(isAnswerTest(transaction, id))
      .returning({ question: answerTests.question })
    if (!gone) throw notFound('answer_test')
    await recordAudit(transaction, { action: 'answer_test.deleted', subject: gone.question })
    await emit(transaction, { type: 'answer_tests.changed' })
    return { deleted: true }
  })

/** Asks now. @throws not_found */
export const runAnswerTest = (context: WorkspaceContext, id: string): Promise<AnswerTest> =>
  inTransaction(context, async (transaction) => {
    await transaction.tx.update(answerTests).set({ dueAt: sql`now()` }).where(isAnswerTest(transaction, id))
    const test = await answerTestById(transaction, id)
    await requestRun(transaction)
    return test
  })

/** Asks all of them now. @returns how many */
export const runAllAnswerTests = (context: WorkspaceContext): Promise<{ waiting: number }> =>
  inTransaction(context, async (transaction) => {
    await lockTests(transaction)
    const requestedTests = await transaction.tx
      .update(answerTests)
      .set({ dueAt: sql`now()` })
      .where(eq(answerTests.workspaceId, transaction.workspaceId))
      .returning({ id: answerTests.id })
    if (requestedTests.length > 0) await requestRun(transaction)
    return { waiting: requestedTests.length }
  })
