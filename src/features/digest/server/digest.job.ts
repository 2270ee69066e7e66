import { z } from 'zod'
import type { Events } from '../../../platform/events/index.ts'
import { defineJob, type Jobs } from '../../../platform/jobs/index.ts'
import { enterDueDigests } from './due-digests.ts'
import { type DigestServices, sendDigest } from './send-digest.ts'

/** The mailing of digests in the background. */
export function createDigestJobs(services: DigestServices, queue: () => Jobs) {
  const mail = defineJob({
    name: 'digest.mail',
    schema: z.object({ workspace_id: z.uuid(), id: z.uuid() }),
    retryLimit: 8,
    expireInSeconds: 120,
    handler: async ({ workspace_id: workspaceId, id }, { final }) => {
      await sendDigest(services, { workspaceId, id }, { final })
    },
  })
  const findDue = defineJob({
    name: 'digest.find-due',
    schema: z.object({}),
    // Eight o'clock is at a quarter of an hour in every zone.
    cron: '*/15 * * * *',
    handler: async () => {
      await enterDueDigests(services.workspaces.db, (transaction, wanted) =>
        queue().send(transaction, mail, wanted, { singletonKey: wanted.id }),
      )
    },
  })
  return {
    jobs: [mail, findDue],
    follow(events: Events) {
      events.within('digest.requested', async (transaction, { workspace_id, id }) => {
        const wanted = { workspace_id, id }
        await queue().send(transaction, mail, wanted, { singletonKey: wanted.id })
      })
    },
  }
}
