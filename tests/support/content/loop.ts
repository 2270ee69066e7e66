// A workspace whose visitors find no answers, with everything that the loop needs and nothing that runs by itself.
import { AnswerCache, type AnsweringServices } from '../../../src/features/answering/server/index.ts'
import type { GroupState } from '../../../src/features/loop/contract.ts'
import { assignQuestions } from '../../../src/features/loop/server/assign-questions.ts'
import { putInLine } from '../../../src/features/loop/server/follow-questions.ts'
import { groupDetails, listGroups, listPhrasings } from '../../../src/features/loop/server/groups.queries.ts'
import { proveGroup } from '../../../src/features/loop/server/prove-group.ts'
import { recordVote } from '../../../src/features/questions/server/index.ts'
import { jobContext } from '../../../src/features/workspaces/server/index.ts'
import { createInbox } from './questions-workspace.ts'
import type { World } from './test-context.ts'

/** Has `world` put what fails in line, as the running product does. */
export function followQuestions(world: World): void {
  for (const type of ['question.created', 'question.voted'] as const)
    world.events.within(type, async (transaction, { workspace_id, id }) => {
      await putInLine(transaction, workspace_id, id)
    })
}

export async function createLoopInbox(
  world: World,
  options: Partial<Pick<AnsweringServices, 'generate' | 'meaning'>> = {},
) {
  const inbox = await createInbox(world)
  const answering: AnsweringServices = {
    appUrl: new URL('http://127.0.0.1:3000'),
    generate: options.generate ?? null,
    ...(options.meaning && { meaning: options.meaning }),
    cache: new AnswerCache(100),
    log: () => {},
  }
  const services = { workspaces: world.services, answering }
  const job = jobContext(world.services, inbox.id)
  const never = new AbortController().signal
  return {
    ...inbox,
    services,
    /** A question that found no answer. */
    failed: (question: string, rest: Parameters<typeof inbox.asked>[1] = {}) =>
      inbox.asked(question, { outcome: 'refused', answer: '', confidence: 0, ...rest }),
    downVoted: async (question: string) => {
      const id = await inbox.asked(question)
      await recordVote(job, { id, vote: 'down' })
      return id
    },
    place: () => assignQuestions(job, options.meaning ? { meaning: options.meaning } : {}),
    groups: async (state: GroupState = 'open') => (await listGroups(inbox.ctx, { state, page: 1, limit: 100 })).items,
    counts: async () => (await listGroups(inbox.ctx, { state: 'open', page: 1, limit: 1 })).counts,
    group: (id: string) => groupDetails(inbox.ctx, id),
    phrasings: async (id: string, page = 1) => (await listPhrasings(inbox.ctx, { id, page })).items,
    prove: (groupId: string, withModel = true) =>
      proveGroup(services, { workspaceId: inbox.id, groupId, signal: never, withModel }),
  }
}
export type LoopInbox = Awaited<ReturnType<typeof createLoopInbox>>
