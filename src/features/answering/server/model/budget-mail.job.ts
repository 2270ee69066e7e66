import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, systemTransaction, type Tx } from '../../../../platform/db/index.ts'
import { defineJob } from '../../../../platform/jobs/index.ts'
import type { Mail, Mailer } from '../../../../platform/mail/index.ts'
import { users } from '../../../accounts/server/index.ts'
import { workspaceMembers, workspaces } from '../../../workspaces/server/index.ts'

const budgetMailSchema = z.object({
  workspace_id: z.uuid(),
  user_id: z.uuid(),
  used: z.number(),
  budget: z.number(),
})
const grouped = (count: number): string => count.toLocaleString('en')

function mailOf(options: { to: string; workspace: string; used: number; budget: number; appUrl: URL }): Mail {
  const { to, workspace, used, budget, appUrl } = options
  const share = Math.floor((100 * used) / budget)
  return {
    to,
    subject: `${workspace} has used ${share} % of this month’s language model tokens`,
    text: `The help page of ${workspace} has used ${grouped(used)} of the ${grouped(budget)} tokens that its language model may use this month.\n\nWhen they are used up, visitors still get answers, put together from your content without the model. The next month begins on its first day, UTC.\n\nUsage and limit:\n${new URL('/settings', appUrl).href}`,
  }
}

/** Ids of the owners of a workspace, each of whom gets a mail of their own. */
export async function ownersOf(transaction: Tx, workspaceId: string): Promise<string[]> {
  const rows = await transaction
    .select({ id: workspaceMembers.userId })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.role, 'owner')))
  return rows.map(({ id }) => id)
}

/** Warns an owner that the month's tokens are nearly used up. */
export const budgetMailJob = ({ db, mailer, appUrl }: { db: Database; mailer: Mailer; appUrl: URL }) =>
  defineJob({
    name: 'answering.budget-mail',
    schema: budgetMailSchema,
    retryLimit: 8,
    expireInSeconds: 120,
    handler: async ({ workspace_id, user_id, used, budget }) => {
      const recipient = await systemTransaction(db, async (transaction) => {
        const [row] = await transaction
          .select({ to: users.email, workspace: workspaces.name })
          .from(workspaceMembers)
          .innerJoin(users, eq(users.id, workspaceMembers.userId))
          .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
          .where(and(eq(workspaceMembers.workspaceId, workspace_id), eq(workspaceMembers.userId, user_id)))
        return row ?? null
      })
      if (recipient) await mailer.send(mailOf({ ...recipient, used, budget, appUrl }))
    },
  })
