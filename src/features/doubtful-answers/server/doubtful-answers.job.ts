import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../../../platform/db/index.ts'
import type { EventBus } from '../../../platform/events/index.ts'
import { defineJob, type Jobs } from '../../../platform/jobs/index.ts'
import type { AnsweringServices } from '../../answering/server/index.ts'
import { emit, inTransaction, jobContext, type WorkspaceServices } from '../../workspaces/server/index.ts'
import { doubtfulAnswers } from './doubtful-answers.table.ts'
import { deleteUndoubted, lockDoubts, noteDoubts } from './note-doubts.ts'
import { recheckDoubtfulAnswers } from './recheck-answers.ts'

/** Seconds after deletions, and after changes of the content: many come at once. */
const DELETE_DELAY_SECONDS = 2
const RECHECK_DELAY_SECONDS = 10
const EXPIRE_SECONDS = 1800

const inWorkspace = z.object({ workspace_id: z.uuid() })

async function hasAnswers(transaction: Tx, workspaceId: string): Promise<boolean> {
  const rows = await transaction
    .select({ id: doubtfulAnswers.id })
    .from(doubtfulAnswers)
    .where(eq(doubtfulAnswers.workspaceId, workspaceId))
    .limit(1)
  return rows.length > 0
}

/** Notes doubts after votes, handoffs and further questions of a visit, and compares answers after changes of the content. */
export function createDoubtfulAnswerJobs(
  { workspaces, answering }: { workspaces: WorkspaceServices; answering: AnsweringServices },
  currentQueue: () => Jobs,
) {
  const noteJob = defineJob({
    name: 'doubtful-answers.note',
    schema: inWorkspace.extend({ message_id: z.uuid() }),
    handler: ({ workspace_id: id, message_id: messageId }, { signal }) =>
      noteDoubts(answering, jobContext(workspaces, id), { messageId, signal }),
  })
  const recheckJob = defineJob({
    name: 'doubtful-answers.recheck',
    schema: inWorkspace,
    expireInSeconds: EXPIRE_SECONDS,
    handler: ({ workspace_id: id }, { signal }) =>
      recheckDoubtfulAnswers(answering, jobContext(workspaces, id), signal),
  })
  const removeUndoubted = defineJob({
    name: 'doubtful-answers.remove-undoubted',
    schema: inWorkspace,
    handler: ({ workspace_id: id }) =>
      inTransaction(jobContext(workspaces, id), async (transaction) => {
        await lockDoubts(transaction)
        await deleteUndoubted(transaction)
        await emit(transaction, { type: 'doubtful_answers.changed' })
      }),
  })
  return {
    jobs: [noteJob, recheckJob, removeUndoubted],
    follow(events: EventBus) {
      // Each by itself: a vote that is changed while the former one is noted is noted afterwards.
      const sendNote = (transaction: Tx, workspaceId: string, messageId: string) =>
        currentQueue().send(transaction, noteJob, { workspace_id: workspaceId, message_id: messageId })
      events.within('question.created', async (transaction, { workspace_id: workspace, id, ...created }) => {
        if (created.continues_conversation) await sendNote(transaction, workspace, id)
      })
      for (const type of ['question.voted', 'question.handoff'] as const)
        events.within(type, async (transaction, { workspace_id: workspace, id }) => {
          await sendNote(transaction, workspace, id)
        })
      events.within('question.deleted', async (transaction, { workspace_id: workspace }) => {
        if (!(await hasAnswers(transaction, workspace))) return
        const delayedSend = { singletonKey: workspace, startAfterSeconds: DELETE_DELAY_SECONDS }
        await currentQueue().send(transaction, removeUndoubted, { workspace_id: workspace }, delayedSend)
      })
      events.within('content.changed', async (transaction, { workspace_id: workspace }) => {
        if (!(await hasAnswers(transaction, workspace))) return
        const delayedSend = { singletonKey: workspace, startAfterSeconds: RECHECK_DELAY_SECONDS }
        await currentQueue().send(transaction, recheckJob, { workspace_id: workspace }, delayedSend)
      })
      events.within('doubtful_answers.recheck_requested', async (transaction, { workspace_id: workspace }) => {
        // A key of its own: what waits for later does not keep back what is wanted now.
        await currentQueue().send(
          transaction,
          recheckJob,
          { workspace_id: workspace },
          { singletonKey: `${workspace}:now` },
        )
      })
    },
  }
}
