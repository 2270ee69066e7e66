import { and, eq, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { EventBus } from '../../../platform/events/index.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import { jobContext } from '../../workspaces/server/index.ts'
import { DELIVERIES_KEPT_DAYS } from '../contract.ts'
import { secondsUntilDue } from './claim-deliveries.ts'
import { deliverWorkspace } from './deliver-workspace.ts'
import { followEvents } from './follow-events.ts'
import { pauseMailJob } from './pause-mail.job.ts'
import type { WebhookQueue } from './record-events.ts'
import type { WebhookServices } from './services.ts'
import { webhookDeliveries, webhookEndpoints } from './webhooks.table.ts'

/** Deliveries that are due later than this are found by the job that runs every minute. */
const WAKE_WITHIN_SECONDS = 90

export function createWebhookJobs(services: WebhookServices) {
  const { workspaces, jobs } = services
  const pauseMailDefinition = pauseMailJob(services)
  const deliverJob = defineJob({
    name: 'webhooks.deliver',
    schema: z.object({ workspace_id: z.uuid() }),
    concurrency: 4,
    expireInSeconds: 120,
    handler: async ({ workspace_id: id }, { signal }) => {
      const context = jobContext(workspaces, id)
      const sendPauseMail: Parameters<typeof deliverWorkspace>[0]['sendPauseMail'] = (transaction, pauseNotice) =>
        jobs().send(transaction.tx, pauseMailDefinition, {
          workspace_id: id,
          user_id: pauseNotice.userId,
          endpoint_id: pauseNotice.endpointId,
          cause: pauseNotice.cause,
        })
      await deliverWorkspace({ services, sendPauseMail, signal }, context)
      const secondsToWait = await secondsUntilDue(context)
      if (secondsToWait === null || secondsToWait > WAKE_WITHIN_SECONDS) return
      // One job per second: what waits for later does not keep back what is due earlier.
      const wakeSecond = Math.ceil(Date.now() / 1000) + secondsToWait
      await jobs().send(
        null,
        deliverJob,
        { workspace_id: id },
        { singletonKey: `${id}:${wakeSecond}`, startAfterSeconds: secondsToWait },
      )
    },
  })
  /** Finds what is due after a long wait, and what a crash left behind. */
  const findDueJob = defineJob({
    name: 'webhooks.find-due',
    schema: z.object({}),
    cron: '* * * * *',
    handler: async () => {
      const workspacesWithDue = await systemTransaction(workspaces.db, (transaction) =>
        transaction
          .selectDistinct({ id: webhookDeliveries.workspaceId })
          .from(webhookDeliveries)
          .innerJoin(
            webhookEndpoints,
            and(
              eq(webhookEndpoints.workspaceId, webhookDeliveries.workspaceId),
              eq(webhookEndpoints.id, webhookDeliveries.endpointId),
            ),
          )
          .where(
            and(
              eq(webhookDeliveries.state, 'waiting'),
              lte(webhookDeliveries.nextAttemptAt, sql`now()`),
              or(isNull(webhookDeliveries.claimedUntil), lte(webhookDeliveries.claimedUntil, sql`now()`)),
              isNull(webhookEndpoints.pausedAt),
              or(isNull(webhookEndpoints.restUntil), lte(webhookEndpoints.restUntil, sql`now()`)),
            ),
          ),
      )
      for (const { id } of workspacesWithDue)
        await jobs().send(null, deliverJob, { workspace_id: id }, { singletonKey: id })
    },
  })
  const deleteOldJob = defineJob({
    name: 'webhooks.delete-old-deliveries',
    schema: z.object({}),
    cron: '50 3 * * *',
    handler: () => deleteOldDeliveries(services),
  })
  const webhookQueue: WebhookQueue = {
    wake: (transaction, workspaceId) =>
      jobs().send(transaction, deliverJob, { workspace_id: workspaceId }, { singletonKey: workspaceId }),
    announce: (transaction, workspaceId, endpointId) =>
      workspaces.events.emit(transaction, { type: 'webhooks.changed', workspace_id: workspaceId, id: endpointId }),
  }
  return {
    jobs: [deliverJob, findDueJob, deleteOldJob, pauseMailDefinition],
    queue: webhookQueue,
    follow: (events: EventBus) => followEvents(events, webhookQueue, services.appUrl),
  }
}

/** Deletes the log after its time, also what waits for an endpoint that has been paused for as long. */
export async function deleteOldDeliveries({ workspaces }: Pick<WebhookServices, 'workspaces'>): Promise<void> {
  await systemTransaction(workspaces.db, async (transaction) => {
    await transaction
      .delete(webhookDeliveries)
      .where(lt(webhookDeliveries.createdAt, sql`now() - make_interval(days => ${DELIVERIES_KEPT_DAYS}::int)`))
    await transaction
      .update(webhookEndpoints)
      .set({ formerSecret: null, formerSecretUntil: null })
      .where(lt(webhookEndpoints.formerSecretUntil, sql`now()`))
  })
}
