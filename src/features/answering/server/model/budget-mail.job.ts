import { z } from 'zod'
import { formatNumber } from '../../../../kernel/format.ts'
import { type Database, systemTransaction } from '../../../../platform/db/index.ts'
import { defineJob } from '../../../../platform/jobs/index.ts'
import type { Mail, Mailer } from '../../../../platform/mail/index.ts'
import { mailRecipient } from '../../../workspaces/server/index.ts'

const budgetMailSchema = z.object({
  workspace_id: z.uuid(),
  user_id: z.uuid(),
  used: z.number(),
  budget: z.number(),
})

function composeBudgetMail(options: {
  to: string
  workspace: string
  used: number
  budget: number
  appUrl: URL
}): Mail {
  const { to, workspace, used, budget, appUrl } = options
  const percentUsed = Math.floor((100 * used) / budget)
  return {
    to,
    subject: `${workspace} has used ${percentUsed} % of this month’s language model tokens`,
    text: `The help page of ${workspace} has used ${formatNumber(used)} of the ${formatNumber(budget)} tokens that its language model may use this month.\n\nWhen they are used up, visitors still get answers, put together from your content without the model. The next month begins on its first day, UTC.\n\nUsage and limit:\n${new URL('/settings?tab=answers', appUrl).href}`,
  }
}

/** Warns an owner that the month's tokens are nearly used up. */
export const budgetMailJob = ({ db, mailer, appUrl }: { db: Database; mailer: Mailer; appUrl: URL }) =>
  defineJob({
    name: 'answering.budget-mail',
    schema: budgetMailSchema,
    retryLimit: 8,
    expireInSeconds: 120,
    handler: async ({ workspace_id, user_id, used, budget }) => {
      const recipient = await systemTransaction(db, (transaction) =>
        mailRecipient(transaction, { workspaceId: workspace_id, userId: user_id }),
      )
      if (recipient) await mailer.send(composeBudgetMail({ ...recipient, used, budget, appUrl }))
    },
  })
