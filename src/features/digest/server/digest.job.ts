import { z } from 'zod'
import type { EventBus } from '../../../platform/events/index.ts'
import { defineJob, type Jobs } from '../../../platform/jobs/index.ts'
import { enterDueDigests } from './due-digests.ts'
import { type DigestServices, sendDigest } from './send-digest.ts'

/** The mailing of digests in the background. */
export function createDigestJobs(services: DigestServices, getQueue: () => Jobs) {
  const mailJob = defineJob({
    name: 'digest.mail',
    schema: z.object({ workspace_id: z.uuid(), id: z.uuid() }),
    retryLimit: 8,
    expireInSeconds: 120,
    handler: async ({ workspace_id: workspaceId, id }, { final }) => {
      await sendDigest(services, { workspaceId, id }, { final })
    },
  })
  const findDueJob = defineJob({
    name: 'digest.find-due',
    schema: z.object({}),
    // Eight o'clock is at a quarter of an hour in every zone.
    cron: '*/15 * * * *',
    handler: async () => {
      await enterDueDigests(services.workspaces.db, (transaction, mailKey) =>
        getQueue().send(transaction, mailJob, mailKey, { singletonKey: mailKey.id }),
      )
    },
  })
  return {
    jobs: [mailJob, findDueJob],
    follow(events: EventBus) {
      events.within('digest.requested', async (transaction, { workspace_id, id }) => {
        const mailKey = { workspace_id, id }
        await getQueue().send(transaction, mailJob, mailKey, { singletonKey: mailKey.id })
      })
    },
  }
}
