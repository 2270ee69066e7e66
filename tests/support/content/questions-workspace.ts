// A workspace that visitors ask in, for tests of the inbox.

import { type NewQuestion, recordQuestion, requestHandoff } from '../../../src/features/questions/server/index.ts'
import { newId } from '../../../src/kernel/ids.ts'
import type { TestContext } from './test-context.ts'

/** A workspace with its owner, who may do everything in the inbox. */
export async function createInbox(testContext: TestContext, options: { freeAccess?: boolean } = {}) {
  const userId = await testContext.person({ freeAccess: options.freeAccess ?? true })
  const { id } = await testContext.workspace(userId)
  const visitor = await testContext.visitor(id)
  return {
    userId,
    id,
    ctx: await testContext.as(userId, id, 'question.bulk'),
    /** Records a visitor's question, answered by default. @returns its id */
    asked: (question: string, options: Partial<NewQuestion> = {}) =>
      recordQuestion(visitor, {
        conversation_id: newId(),
        question,
        answer: 'An answer.',
        outcome: 'answered',
        confidence: 1,
        sources: [],
        page_url: null,
        ...options,
      }),
    /** The visitor asks for a person. */
    waits: (messageId: string, email = 'visitor@example.com', note?: string) =>
      requestHandoff(visitor, { id: messageId, email, note }),
    /** Counts this workspace's rows of a table. */
    count: (table: string, where = 'true') => testContext.count(table, `workspace_id = '${id}' and (${where})`),
  }
}
export type Inbox = Awaited<ReturnType<typeof createInbox>>
