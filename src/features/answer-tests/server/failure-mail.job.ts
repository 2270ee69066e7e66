import { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { jobContext, mailRecipient, type WorkspaceServices } from '../../workspaces/server/index.ts'
import { failureMail } from '../domain/failure-mail.ts'
import { answerTestDetails } from './answer-tests.queries.ts'

const failureMailSchema = z.object({ workspace_id: z.uuid(), user_id: z.uuid(), test_id: z.uuid() })

export interface FailureMailDependencies {
  services: WorkspaceServices
  mailer: Mailer
  appUrl: URL
}

/** Mails an owner that an answer test turned red, unless it passes again or is gone. */
export const failureMailJob = ({ services, mailer, appUrl }: FailureMailDependencies) =>
  defineJob({
    name: 'answer-tests.failure-mail',
    schema: failureMailSchema,
    retryLimit: 8,
    expireInSeconds: 120,
    handler: async ({ workspace_id: workspaceId, user_id: userId, test_id: testId }) => {
      const recipient = await systemTransaction(services.db, (transaction) =>
        mailRecipient(transaction, { workspaceId, userId }),
      )
      const test = await answerTestDetails(jobContext(services, workspaceId), testId).catch(nullIfDeleted)
      if (!recipient || !test?.shortfall) return
      const { question, shortfall, changes } = test
      const testPageUrl = new URL(`/messages/answer-tests/${testId}`, appUrl).href
      const mail = failureMail({ question, shortfall, changes, workspace: recipient.workspace, url: testPageUrl })
      await mailer.send({ to: recipient.to, ...mail })
    },
  })

function nullIfDeleted(error: unknown): null {
  if (error instanceof AppError && error.kind === 'not_found') return null
  throw error
}
