// A workspace whose visitors find no answers, and the functions that work on gaps; nothing runs by itself.
import { AnswerCache, type AnsweringServices } from '../../../src/features/answering/server/index.ts'
import type { GapState } from '../../../src/features/gaps/contract.ts'
import { assignQuestions } from '../../../src/features/gaps/server/assign-questions.ts'
import { gapDetails, listGaps, listPhrasings } from '../../../src/features/gaps/server/gaps.queries.ts'
import { enqueueForGrouping } from '../../../src/features/gaps/server/grouping-queue.ts'
import { verifyGap } from '../../../src/features/gaps/server/verify-gap.ts'
import { recordVote } from '../../../src/features/questions/server/index.ts'
import { jobContext } from '../../../src/features/workspaces/server/index.ts'
import { createInbox } from './questions-workspace.ts'
import type { TestContext } from './test-context.ts'

/** Has `world` queue failed questions for grouping, as the running product does. */
export function followQuestions(testContext: TestContext): void {
  for (const type of ['question.created', 'question.voted'] as const)
    testContext.events.within(type, async (transaction, { workspace_id, id }) => {
      await enqueueForGrouping(transaction, workspace_id, id)
    })
}

export async function createGapInbox(
  testContext: TestContext,
  options: Partial<Pick<AnsweringServices, 'generate' | 'semantic'>> = {},
) {
  const inbox = await createInbox(testContext)
  const answering: AnsweringServices = {
    appUrl: new URL('http://127.0.0.1:3000'),
    generate: options.generate ?? null,
    ...(options.semantic && { semantic: options.semantic }),
    cache: new AnswerCache(100),
    log: () => {},
  }
  const job = jobContext(testContext.services, inbox.id)
  const never = new AbortController().signal
  return {
    ...inbox,
    answering,
    job,
    /** A question that found no answer. */
    failed: (question: string, rest: Parameters<typeof inbox.asked>[1] = {}) =>
      inbox.asked(question, { outcome: 'refused', answer: '', confidence: 0, ...rest }),
    downVoted: async (question: string) => {
      const id = await inbox.asked(question)
      await recordVote(job, { id, vote: 'down' })
      return id
    },
    assign: () => assignQuestions(job, options.semantic ? { semantic: options.semantic } : {}),
    gaps: async (state: GapState = 'open') => (await listGaps(inbox.ctx, { state, page: 1, limit: 100 })).items,
    counts: async () => (await listGaps(inbox.ctx, { state: 'open', page: 1, limit: 1 })).counts,
    gap: (id: string) => gapDetails(inbox.ctx, id),
    phrasings: async (id: string, page = 1) => (await listPhrasings(inbox.ctx, { id, page })).items,
    verify: (gapId: string, withModel = true) => verifyGap(answering, job, { gapId, signal: never, withModel }),
  }
}
export type GapInbox = Awaited<ReturnType<typeof createGapInbox>>
