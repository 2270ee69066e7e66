import { eq, type SQL, sql } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { inReadTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import {
  type AnswerTest,
  type AnswerTestDetails,
  CITABLE_MAX,
  type Cited,
  type Shortfall,
  TEST_STATES,
  type TestedAnswer,
  type TestState,
} from '../contract.ts'
import { answerTests } from './answer-tests.table.ts'
import { changesBetweenAnswers } from './content-changes.queries.ts'

export interface TestRow extends Record<string, unknown> {
  id: string
  question: string
  must_contain: string[]
  cites_kind: Cited['kind'] | null
  cites_id: string | null
  cites_title: string | null
  /** As it is called now; null where it is gone. */
  title_now: string | null
  state: TestState
  waiting: boolean
  unavailable: boolean
  ran_at: string | null
  since: string | null
  shortfall: Shortfall | null
  passing: TestedAnswer | null
  failing: TestedAnswer | null
  created_by: string | null
  edited_at: string | null
}

const toIsoString = (databaseTime: string | null): string | null =>
  databaseTime === null ? null : new Date(databaseTime).toISOString()

const toApiAnswerTest = (testRow: TestRow): AnswerTest => ({
  id: testRow.id,
  question: testRow.question,
  must_contain: testRow.must_contain,
  must_cite:
    testRow.cites_kind && testRow.cites_id
      ? {
          kind: testRow.cites_kind,
          id: testRow.cites_id,
          title: testRow.title_now ?? testRow.cites_title ?? '',
          gone: testRow.title_now === null,
        }
      : null,
  state: testRow.state,
  waiting: testRow.waiting,
  unavailable: testRow.unavailable,
  ran_at: toIsoString(testRow.ran_at),
  since: toIsoString(testRow.since),
  shortfall: testRow.state === 'failing' ? testRow.shortfall : null,
})

/** A test whose turn comes later, after a change, shows what is known until then. */
const readRows = async ({ tx }: WorkspaceTransaction, testSelection: SQL): Promise<TestRow[]> => {
  const { rows } = await tx.execute<TestRow>(
    sql`select t.id, t.question, t.must_contain, t.cites_kind, t.cites_id, t.cites_title,
               coalesce(f.question, s.title) as title_now, t.state, coalesce(t.due_at <= now(), false) as waiting,
               t.unavailable, t.ran_at, t.since, t.shortfall, t.passing, t.failing, t.created_by, t.edited_at
        from (${testSelection}) t
        left join faqs f on t.cites_kind = 'faq' and f.workspace_id = t.workspace_id and f.id = t.cites_id
        left join sources s on t.cites_kind = 'source' and s.workspace_id = t.workspace_id and s.id = t.cites_id
        order by t.state <> 'failing', t.id desc`,
  )
  return rows
}

async function readTestRow(transaction: WorkspaceTransaction, answerTestId: string): Promise<TestRow> {
  const [row] = await readRows(
    transaction,
    sql`select * from answer_tests where workspace_id = ${transaction.workspaceId} and id = ${answerTestId}`,
  )
  if (!row) throw notFound('answer_test')
  return row
}

/** @throws not_found */
export const answerTestById = async (transaction: WorkspaceTransaction, answerTestId: string): Promise<AnswerTest> =>
  toApiAnswerTest(await readTestRow(transaction, answerTestId))

/** A test with the two answers that show what became of it, and what changed between them. @throws not_found */
export const answerTestDetails = (context: WorkspaceContext, answerTestId: string): Promise<AnswerTestDetails> =>
  inReadTransaction(context, async (transaction) => {
    const testRow = await readTestRow(transaction, answerTestId)
    const { passing, failing } = testRow
    const changes = passing && failing ? await changesBetweenAnswers(transaction, { ...testRow, passing, failing }) : []
    return { ...toApiAnswerTest(testRow), passing, failing, changes, created_by: testRow.created_by }
  })

/** Failing ones first, then the newest. */
export const listAnswerTests = (
  context: WorkspaceContext,
  options: { state?: TestState | undefined; page: number; limit: number },
) =>
  inReadTransaction(context, async (transaction) => {
    const { workspaceId } = transaction
    const { rows } = await transaction.tx.execute<{ state: TestState; n: number }>(
      sql`select state, count(*)::int as n from answer_tests where workspace_id = ${workspaceId} group by state`,
    )
    const countsByState = new Map(rows.map(({ state, n }) => [state, n]))
    const stateTotals = Object.fromEntries(
      TEST_STATES.map((state) => [state, countsByState.get(state) ?? 0]),
    ) as Record<TestState, number>
    const testRows = await readRows(
      transaction,
      sql`select * from answer_tests
          where workspace_id = ${workspaceId} ${options.state ? sql`and state = ${options.state}` : sql``}
          order by state <> 'failing', id desc limit ${options.limit} offset ${(options.page - 1) * options.limit}`,
    )
    const totalTests = options.state
      ? stateTotals[options.state]
      : TEST_STATES.reduce((sum, state) => sum + stateTotals[state], 0)
    return { items: testRows.map(toApiAnswerTest), total: totalTests, counts: stateTotals }
  })

/** FAQs that visitors can get and sources that were read, whose titles hold every word of `q`; FAQs first. */
export const listCitable = (context: WorkspaceContext, query: string): Promise<{ items: Cited[] }> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const queryWords = query.split(/\s+/u).filter((word) => word !== '')
    const titleHasWords = (title: SQL) =>
      sql.join(
        [sql`true`, ...queryWords.map((word) => sql`position(lower(${word}::text) in lower(${title})) > 0`)],
        sql` and `,
      )
    const { rows } = await tx.execute<Cited & Record<string, unknown>>(
      sql`(select 'faq' as kind, id, question as title from faqs
           where workspace_id = ${workspaceId} and status = 'published' and ${titleHasWords(sql`question`)}
           order by id desc limit ${CITABLE_MAX})
          union all
          (select 'source', id, title from sources
           where workspace_id = ${workspaceId} and state = 'ready' and ${titleHasWords(sql`title`)}
           order by id desc limit ${CITABLE_MAX})`,
    )
    return { items: rows.slice(0, CITABLE_MAX).map(({ kind, id, title }) => ({ kind, id, title })) }
  })

export async function testedQuestions({ tx, workspaceId }: WorkspaceTransaction): Promise<string[]> {
  const rows = await tx
    .select({ question: answerTests.question })
    .from(answerTests)
    .where(eq(answerTests.workspaceId, workspaceId))
  return rows.map(({ question }) => question)
}
