// A workspace with answer tests, and nothing that runs them by itself.
import { type AnswerTestInput, answerTestInput } from '../../../src/features/loop/contract/answer-tests.ts'
import {
  answerTestDetails,
  listAnswerTests,
} from '../../../src/features/loop/server/answer-tests/answer-tests.queries.ts'
import { createAnswerTest } from '../../../src/features/loop/server/answer-tests/edit-answer-tests.ts'
import { runAnswerTests } from '../../../src/features/loop/server/answer-tests/run-answer-tests.ts'
import { createLoopInbox } from './loop.ts'
import type { World } from './test-context.ts'

export async function createTestedWorkspace(world: World, options: Parameters<typeof createLoopInbox>[1] = {}) {
  const inbox = await createLoopInbox(world, options)
  const never = new AbortController().signal
  return {
    ...inbox,
    test: (question: string, options: Partial<AnswerTestInput>) =>
      createAnswerTest(inbox.ctx, answerTestInput.parse({ question, ...options })),
    run: () => runAnswerTests(inbox.services, { workspaceId: inbox.id, signal: never }),
    details: (id: string) => answerTestDetails(inbox.ctx, id),
    tests: async () => (await listAnswerTests(inbox.ctx, { page: 1, limit: 100 })).items,
  }
}
