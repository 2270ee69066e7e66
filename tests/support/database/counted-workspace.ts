// A workspace whose rows can be read as they are: for tests that count by themselves what queries count.

import { recordQuestion } from '../../../src/features/questions/server/index.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { systemTransaction } from '../../../src/platform/db/index.ts'
import type { TestContext } from '../content/test-context.ts'

export type Outcome = 'answered' | 'suggested' | 'refused' | 'unavailable'

export interface RawMessage {
  id: string
  question: string
  outcome: Outcome
  vote: string | null
  conversation_id: string
  handoff_requested_at: string | null
  created_at: string
}

/** The rows of a statement, past row-level security. */
export const rowsOf = <T>(testContext: TestContext, statement: string): Promise<T[]> =>
  systemTransaction(testContext.db, async (transaction) => (await transaction.execute(statement)).rows as T[])

export async function countedWorkspace(testContext: TestContext) {
  const userId = await testContext.person({ freeAccess: true })
  const { id } = await testContext.workspace(userId)
  const visitor = await testContext.visitor(id)
  /** Asked so many days ago. */
  const asked = async (question: string, outcome: Outcome = 'answered', daysAgo = 0) => {
    const message = await recordQuestion(visitor, {
      conversation_id: newId(),
      question,
      answer: 'An answer.',
      outcome,
      confidence: 1,
      sources: [],
      page_url: null,
    })
    if (daysAgo > 0)
      await rowsOf(
        testContext,
        `update messages set created_at = now() - interval '${daysAgo * 24} hours' where workspace_id = '${id}' and id = '${message}'`,
      )
    return message
  }
  const messages = () => rowsOf<RawMessage>(testContext, `select * from messages where workspace_id = '${id}'`)
  const faqs = () =>
    rowsOf<{ id: string; status: string; updated_at: string }>(
      testContext,
      `select * from faqs where workspace_id = '${id}'`,
    )
  return { id, asked, messages, faqs, ctx: await testContext.as(userId, id, 'workspace.settings') }
}
