import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { Events } from '../../../platform/events/index.ts'
import { defineJob, type JobDefinition, type Jobs } from '../../../platform/jobs/index.ts'
import { inReadTransaction, jobContext } from '../../workspaces/server/index.ts'
import { answerTestJobs } from './answer-tests/follow-content.ts'
import { assignQuestions } from './assign-questions.ts'
import { contradictionJobs } from './contradictions/follow-content.ts'
import { recountGroups } from './count-groups.ts'
import { groupsOfFaqs, hasAnsweredGroups, putInLine, takeOutOfLine } from './follow-questions.ts'
import type { LoopServices } from './loop-services.ts'
import { proveGroup } from './prove-group.ts'
import { createSuggestions } from './suggested-faqs/create-suggestions.ts'

export interface Loop {
  services: LoopServices
  jobs: JobDefinition[]
  /** Follows what visitors ask and what is changed, from now on. */
  follow(events: Events): void
}

/** Seconds after deletions, and after changes of the content: many come at once. */
const RECOUNT_AFTER = 2
const REPROVE_AFTER = 60
/** Groups that are proved again when the content has changed, those first that most visitors asked for. */
const REPROVED = 100
const EXPIRES = 1800

const inWorkspace = z.object({ workspace_id: z.uuid() })

/** The loop's work in the background, and what sets it going. */
export function createLoop(services: LoopServices, queue: () => Jobs): Loop {
  const { workspaces } = services
  const suggestions = createSuggestions(services, queue)
  const place = defineJob({
    name: 'loop.place',
    schema: inWorkspace,
    handler: async ({ workspace_id: id }, { signal }) => {
      await assignQuestions(jobContext(workspaces, id), { signal, meaning: services.answering.meaning })
    },
  })
  const recount = defineJob({
    name: 'loop.recount',
    schema: inWorkspace,
    handler: ({ workspace_id: id }) => recountGroups(jobContext(workspaces, id)),
  })
  const prove = defineJob({
    name: 'loop.prove',
    schema: inWorkspace.extend({ group_id: z.uuid() }),
    expireInSeconds: EXPIRES,
    handler: ({ workspace_id: workspaceId, group_id: groupId }, { signal }) =>
      proveGroup(services, { workspaceId, groupId, signal }),
  })
  /** A content change may move other entries above or below a group's FAQ. Retrieval shows that without a model. */
  const reprove = defineJob({
    name: 'loop.reprove',
    schema: inWorkspace,
    expireInSeconds: EXPIRES,
    handler: async ({ workspace_id: workspaceId }, { signal }) => {
      const ids = await inReadTransaction(jobContext(workspaces, workspaceId), async ({ tx }) => {
        const { rows } = await tx.execute<{ id: string }>(
          sql`select id from question_groups
              where workspace_id = ${workspaceId} and faq_id is not null and state <> 'merged' and proof_state <> 'none'
              order by visitors desc, id limit ${REPROVED}`,
        )
        return rows.map(({ id }) => id)
      })
      for (const groupId of ids) {
        signal.throwIfAborted()
        await proveGroup(services, { workspaceId, groupId, signal, withModel: false })
      }
    },
  })
  /** Processes questions from before groups existed, and interrupted work. */
  const findWaiting = defineJob({
    name: 'loop.find-waiting',
    schema: z.object({}),
    cron: '41 * * * *',
    handler: async () => {
      const { rows } = await systemTransaction(workspaces.db, (transaction) =>
        transaction.execute<{ workspace_id: string }>(
          sql`select distinct workspace_id from grouped_questions where group_id is null`,
        ),
      )
      for (const { workspace_id: id } of rows)
        await queue().send(null, place, { workspace_id: id }, { singletonKey: id })
    },
  })

  const answerTests = answerTestJobs(services, queue)
  const contradictions = contradictionJobs(services, queue)

  return {
    services,
    jobs: [
      place,
      recount,
      prove,
      reprove,
      findWaiting,
      ...suggestions.jobs,
      ...answerTests.jobs,
      ...contradictions.jobs,
    ],
    follow: (events) => {
      suggestions.follow(events)
      answerTests.follow(events)
      contradictions.follow(events)
      const placing = async (transaction: Parameters<typeof putInLine>[0], id: string) =>
        queue().send(transaction, place, { workspace_id: id }, { singletonKey: id })
      const recounting = async (transaction: Parameters<typeof putInLine>[0], id: string) =>
        queue().send(transaction, recount, { workspace_id: id }, { singletonKey: id, startAfterSeconds: RECOUNT_AFTER })
      const proving = async (transaction: Parameters<typeof putInLine>[0], id: string, groupId: string) =>
        queue().send(transaction, prove, { workspace_id: id, group_id: groupId }, { singletonKey: groupId })

      events.within('question.created', async (transaction, { workspace_id: workspace, id }) => {
        if (await putInLine(transaction, workspace, id)) await placing(transaction, workspace)
      })
      events.within('question.voted', async (transaction, { workspace_id: workspace, id }) => {
        if (await takeOutOfLine(transaction, workspace, id)) await recounting(transaction, workspace)
        else if (await putInLine(transaction, workspace, id)) await placing(transaction, workspace)
      })
      events.within('question.deleted', async (transaction, { workspace_id: workspace }) => {
        await recounting(transaction, workspace)
      })
      events.within('loop.proof_wanted', async (transaction, { workspace_id: workspace, id }) => {
        await proving(transaction, workspace, id)
      })
      events.within('faq.changed', async (transaction, { workspace_id: workspace, ids }) => {
        // None named: many were. What `content.changed` brings about, without a model, must do.
        if (ids.length === 0) return
        for (const groupId of await groupsOfFaqs(transaction, workspace, ids))
          await proving(transaction, workspace, groupId)
      })
      events.within('content.changed', async (transaction, { workspace_id: workspace }) => {
        if (!(await hasAnsweredGroups(transaction, workspace))) return
        const wait = { singletonKey: workspace, startAfterSeconds: REPROVE_AFTER }
        await queue().send(transaction, reprove, { workspace_id: workspace }, wait)
      })
    },
  }
}
