import { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import { jobContext, mailRecipient } from '../../workspaces/server/index.ts'
import { pauseMail } from '../domain/pause-mail.ts'
import { getEndpoint } from './endpoint-rows.ts'
import type { WebhookServices } from './services.ts'

/** Mails an owner that an endpoint was paused, unless it runs again or is gone. */
export const pauseMailJob = ({ workspaces, mailer, appUrl }: WebhookServices) =>
  defineJob({
    name: 'webhooks.pause-mail',
    schema: z.object({
      workspace_id: z.uuid(),
      user_id: z.uuid(),
      endpoint_id: z.uuid(),
      cause: z.enum(['failures', 'gone']),
    }),
    retryLimit: 8,
    expireInSeconds: 120,
    handler: async ({ workspace_id: workspaceId, user_id: userId, endpoint_id: id, cause }) => {
      const recipient = await systemTransaction(workspaces.db, (transaction) =>
        mailRecipient(transaction, { workspaceId, userId }),
      )
      const endpoint = await getEndpoint(jobContext(workspaces, workspaceId), id).catch((readError: unknown) => {
        if (readError instanceof AppError && readError.kind === 'not_found') return null
        throw readError
      })
      if (!recipient || !endpoint?.paused_at) return
      const endpointPageUrl = new URL(`/dashboard/integrations/webhooks/${id}`, appUrl).href
      const { workspace, to } = recipient
      await mailer.send({
        to,
        ...pauseMail({ workspace, endpoint: endpoint.url, cause, waiting: endpoint.waiting, url: endpointPageUrl }),
      })
    },
  })
