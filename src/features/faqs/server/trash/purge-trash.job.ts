import { lt } from 'drizzle-orm'
import { z } from 'zod'
import { systemTransaction } from '../../../../platform/db/index.ts'
import { defineJob } from '../../../../platform/jobs/index.ts'
import { jobContext, type WorkspaceServices } from '../../../workspaces/server/index.ts'
import { purgeDeletedBefore } from './purge-trash.ts'
import { keptSince } from './trash.queries.ts'
import { trashedFaqs } from './trashed-faqs.table.ts'

/** Deletes for good what has been in the trash for as long as it stays there. */
export async function purgeTrash(
  services: WorkspaceServices,
  currentTime: Date,
  abortSignal?: AbortSignal,
): Promise<void> {
  const keptFrom = keptSince(currentTime)
  const workspaceRows = await systemTransaction(services.db, (transaction) =>
    transaction
      .selectDistinct({ id: trashedFaqs.workspaceId })
      .from(trashedFaqs)
      .where(lt(trashedFaqs.deletedAt, keptFrom)),
  )
  for (const { id } of workspaceRows) {
    abortSignal?.throwIfAborted()
    await purgeDeletedBefore(jobContext(services, id), keptFrom)
  }
}

/** Once a day. */
export const purgeTrashJob = (services: WorkspaceServices) =>
  defineJob({
    name: 'faqs.purge-trash',
    schema: z.object({}),
    cron: '40 3 * * *',
    handler: (_, { signal }) => purgeTrash(services, new Date(), signal),
  })
