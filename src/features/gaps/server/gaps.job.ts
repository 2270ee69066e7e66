import { and, asc, desc, eq, gt, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { systemTransaction, type Tx } from '../../../platform/db/index.ts'
import type { EventBus } from '../../../platform/events/index.ts'
import { defineJob, type Jobs } from '../../../platform/jobs/index.ts'
import type { AnsweringServices } from '../../answering/server/index.ts'
import { inReadTransaction, jobContext, type WorkspaceServices } from '../../workspaces/server/index.ts'
import { assignQuestions } from './assign-questions.ts'
import { recountGaps } from './count-gaps.ts'
import { gapQuestions, gaps } from './gaps.table.ts'
import { enqueueForGrouping, hasGap, scheduleVerificationOfFaqs, withdrawFromGrouping } from './grouping-queue.ts'
import { verifyGap } from './verify-gap.ts'

/** Seconds after deletions, and after changes of the content: many come at once. */
const RECOUNT_DELAY_SECONDS = 2
const VERIFY_AGAIN_DELAY_SECONDS = 60
/** Gaps that are verified again after a change of the content, those with the most visitors first. */
const MAX_VERIFIED_AGAIN = 100
const EXPIRE_SECONDS = 1800

const workspaceSchema = z.object({ workspace_id: z.uuid() })

/** Groups failed questions into gaps and verifies gaps, after events and every hour. */
export function createGapJobs(
  { workspaces, answering }: { workspaces: WorkspaceServices; answering: AnsweringServices },
  currentQueue: () => Jobs,
) {
  const assignJob = defineJob({
    name: 'gaps.assign',
    schema: workspaceSchema,
    handler: async ({ workspace_id: id }, { signal }) => {
      await assignQuestions(jobContext(workspaces, id), { signal, semantic: answering.semantic })
    },
  })
  const recountJob = defineJob({
    name: 'gaps.recount',
    schema: workspaceSchema,
    handler: ({ workspace_id: id }) => recountGaps(jobContext(workspaces, id)),
  })
  const verifyJob = defineJob({
    name: 'gaps.verify',
    schema: workspaceSchema.extend({ gap_id: z.uuid() }),
    expireInSeconds: EXPIRE_SECONDS,
    handler: ({ workspace_id: id, gap_id: gapId }, { signal }) =>
      verifyGap(answering, jobContext(workspaces, id), { gapId, signal }),
  })
  /**
   * A content change may answer a gap, or move other entries above or below its FAQ. Retrieval shows that without a
   * model.
   */
  const verifyAgainJob = defineJob({
    name: 'gaps.verify-again',
    schema: workspaceSchema,
    expireInSeconds: EXPIRE_SECONDS,
    handler: async ({ workspace_id: workspaceId }, { signal }) => {
      const context = jobContext(workspaces, workspaceId)
      const askedGaps = await inReadTransaction(context, async ({ tx }) =>
        tx
          .select({ gapId: gaps.id })
          .from(gaps)
          .where(and(eq(gaps.workspaceId, workspaceId), gt(gaps.asked, 0), inArray(gaps.state, ['open', 'resolved'])))
          .orderBy(desc(gaps.visitors), asc(gaps.id))
          .limit(MAX_VERIFIED_AGAIN),
      )
      for (const { gapId } of askedGaps) {
        signal.throwIfAborted()
        await verifyGap(answering, context, { gapId, signal, withModel: false })
      }
    },
  })
  /** Processes questions from before gaps existed, and interrupted work. */
  const findWaitingJob = defineJob({
    name: 'gaps.find-waiting',
    schema: z.object({}),
    cron: '41 * * * *',
    handler: async () => {
      const waitingWorkspaces = await systemTransaction(workspaces.db, async (transaction) =>
        transaction
          .selectDistinct({ id: gapQuestions.workspaceId })
          .from(gapQuestions)
          .where(isNull(gapQuestions.gapId)),
      )
      for (const { id } of waitingWorkspaces)
        await currentQueue().send(null, assignJob, { workspace_id: id }, { singletonKey: id })
    },
  })

  return {
    jobs: [assignJob, recountJob, verifyJob, verifyAgainJob, findWaitingJob],
    follow(events: EventBus) {
      const sendAssign = (transaction: Tx, workspaceId: string) =>
        currentQueue().send(transaction, assignJob, { workspace_id: workspaceId }, { singletonKey: workspaceId })
      const sendRecount = (transaction: Tx, workspaceId: string) => {
        const delayedSend = { singletonKey: workspaceId, startAfterSeconds: RECOUNT_DELAY_SECONDS }
        return currentQueue().send(transaction, recountJob, { workspace_id: workspaceId }, delayedSend)
      }
      const sendVerify = (transaction: Tx, workspaceId: string, gapId: string) =>
        currentQueue().send(
          transaction,
          verifyJob,
          { workspace_id: workspaceId, gap_id: gapId },
          { singletonKey: gapId },
        )

      events.within('question.created', async (transaction, { workspace_id: workspace, id, outcome }) => {
        if (outcome === 'answered') return
        if (await enqueueForGrouping(transaction, workspace, id)) await sendAssign(transaction, workspace)
      })
      events.within('question.voted', async (transaction, { workspace_id: workspace, id }) => {
        if (await withdrawFromGrouping(transaction, workspace, id)) await sendRecount(transaction, workspace)
        else if (await enqueueForGrouping(transaction, workspace, id)) await sendAssign(transaction, workspace)
      })
      events.within('question.deleted', async (transaction, { workspace_id: workspace }) => {
        await sendRecount(transaction, workspace)
      })
      events.within('gaps.verification_requested', async (transaction, { workspace_id: workspace, id }) => {
        await sendVerify(transaction, workspace, id)
      })
      events.within('faq.changed', async (transaction, { workspace_id: workspace, ids }) => {
        // No ids: too many FAQs changed to list them. The verification after `content.changed` covers them.
        if (ids.length === 0) return
        for (const gapId of await scheduleVerificationOfFaqs(transaction, workspace, ids))
          await sendVerify(transaction, workspace, gapId)
      })
      events.within('content.changed', async (transaction, { workspace_id: workspace }) => {
        if (!(await hasGap(transaction, workspace))) return
        const delayedSend = { singletonKey: workspace, startAfterSeconds: VERIFY_AGAIN_DELAY_SECONDS }
        await currentQueue().send(transaction, verifyAgainJob, { workspace_id: workspace }, delayedSend)
      })
    },
  }
}
