// A workspace with answer tests, and nothing that runs them by itself.
import { type AnswerTestInput, answerTestInput } from '../../../src/features/answer-tests/contract.ts'
import { answerTestDetails, listAnswerTests } from '../../../src/features/answer-tests/server/answer-tests.queries.ts'
import { createAnswerTest } from '../../../src/features/answer-tests/server/edit-answer-tests.ts'
import { runAnswerTests } from '../../../src/features/answer-tests/server/run-answer-tests.ts'
import { createGapInbox } from './gaps.ts'
import type { TestContext } from './test-context.ts'

export async function createTestedWorkspace(
  testContext: TestContext,
  options: Parameters<typeof createGapInbox>[1] = {},
) {
  const inbox = await createGapInbox(testContext, options)
  const never = new AbortController().signal
  return {
    ...inbox,
    test: (question: string, options: Partial<AnswerTestInput>) =>
      createAnswerTest(inbox.ctx, answerTestInput.parse({ question, ...options })),
    run: () => runAnswerTests(inbox.answering, inbox.job, never),
    details: (id: string) => answerTestDetails(inbox.ctx, id),
    tests: async () => (await listAnswerTests(inbox.ctx, { page: 1, limit: 100 })).items,
  }
}
