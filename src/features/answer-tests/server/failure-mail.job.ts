import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { users } from '../../accounts/server/index.ts'
import { jobContext, type WorkspaceServices, workspaceMembers, workspaces } from '../../workspaces/server/index.ts'
import { failureMail } from '../domain/failure-mail.ts'
import { answerTestDetails } from './answer-tests.queries.ts'

const failureMailSchema = z.object({ workspace_id: z.uuid(), user_id: z.uuid(), test_id: z.uuid() })

export interface FailureMailDeps {
  services: WorkspaceServices
  mailer: Mailer
  appUrl: URL
}

/** Mails an owner that an answer test turned red, unless it passes again or is gone. */
export const failureMailJob = ({ services, mailer, appUrl }: FailureMailDeps) =>
  defineJob({
    name: 'answer-tests.failure-mail',
    schema: failureMailSchema,
    retryLimit: 8,
    expireInSeconds: 120,
    handler: async ({ workspace_id: workspaceId, user_id: userId, test_id: testId }) => {
      const recipient = await systemTransaction(services.db, async (transaction) => {
        const [row] = await transaction
          .select({ to: users.email, workspace: workspaces.name })
          .from(workspaceMembers)
          .innerJoin(users, eq(users.id, workspaceMembers.userId))
          .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
          .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, userId)))
        return row
      })
      const test = await answerTestDetails(jobContext(services, workspaceId), testId).catch(unlessGone)
      if (!recipient || !test?.shortfall) return
      const { question, shortfall, changes } = test
      const url = new URL(`/messages/answer-tests/${testId}`, appUrl).href
      const mail = failureMail({ question, shortfall, changes, workspace: recipient.workspace, url })
      await mailer.send({ to: recipient.to, ...mail })
    },
  })

function unlessGone(error: unknown): null {
  if (error instanceof AppError && error.kind === 'not_found') return null
  throw error
}
