import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Config } from '../../../platform/config/index.ts'
import { type Database, systemTransaction, type Tx } from '../../../platform/db/index.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import type { Mail, Mailer } from '../../../platform/mail/index.ts'
import { users } from '../../accounts/server/index.ts'
import { workspaces } from '../../workspaces/server/index.ts'
import { INVITATION_DAYS, TRANSFER_DAYS } from '../contract.ts'
import { invitationAddress, invitationState } from './invitation-link.ts'
import { workspaceInvitations, workspaceTransfers } from './team.table.ts'

/** Emails about deleted objects are skipped. */
export const teamMailSchema = z.discriminatedUnion('mail', [
  z.object({ mail: z.literal('invitation'), id: z.uuid() }),
  z.object({ mail: z.literal('transfer'), id: z.uuid() }),
  z.object({ mail: z.literal('removed'), to: z.string(), workspace: z.string() }),
  z.object({
    mail: z.enum(['billing_lost', 'billing_taken_over']),
    address: z.string(),
    workspace: z.string(),
    from: z.string(),
    to: z.string(),
  }),
])
export type TeamMail = z.output<typeof teamMailSchema>

type LinkSettings = Pick<Config, 'appUrl' | 'secretKey'>

async function readWorkspaceName(transaction: Tx, workspaceId: string): Promise<string> {
  const [row] = await transaction
    .select({ name: workspaces.name })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
  return row?.name ?? ''
}

async function readPerson(transaction: Tx, userId: string | null): Promise<{ name: string; email: string } | null> {
  if (!userId) return null
  const [row] = await transaction
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId))
  return row ? { name: row.name || row.email, email: row.email } : null
}

async function invitationMail(transaction: Tx, invitationId: string, linkSettings: LinkSettings): Promise<Mail | null> {
  const [row] = await transaction.select().from(workspaceInvitations).where(eq(workspaceInvitations.id, invitationId))
  if (!row || invitationState(row) !== 'open') return null
  const workspaceName = await readWorkspaceName(transaction, row.workspaceId)
  const inviterName = (await readPerson(transaction, row.invitedBy))?.name ?? 'A colleague'
  const roleText = row.role === 'owner' ? 'an owner' : 'a member'
  return {
    to: row.email,
    subject: `${inviterName} invites you to ${workspaceName}`,
    text: `${inviterName} invites you to work on the help pages of ${workspaceName} in Answerloom, as ${roleText}.\n\nAccept the invitation here:\n${invitationAddress(linkSettings, invitationId)}\n\nThe link works once, within ${INVITATION_DAYS} days. If you did not expect it, you can ignore this email.`,
  }
}

async function transferMail(transaction: Tx, transferId: string, { appUrl }: LinkSettings): Promise<Mail | null> {
  const [row] = await transaction.select().from(workspaceTransfers).where(eq(workspaceTransfers.id, transferId))
  if (!row) return null
  const [from, to] = [await readPerson(transaction, row.fromUserId), await readPerson(transaction, row.toUserId)]
  if (!from || !to) return null
  const offeredThing = row.kind === 'ownership' ? 'the ownership' : 'the billing'
  const workspaceName = await readWorkspaceName(transaction, row.workspaceId)
  const teamTabUrl = new URL('/profile?tab=team', appUrl).href
  return {
    to: to.email,
    subject: `${from.name} offers you ${offeredThing} of ${workspaceName}`,
    text: `${from.name} wants to transfer ${offeredThing} of the workspace ${workspaceName} to you. Nothing changes until you accept.\n\nAccept or decline here:\n${teamTabUrl}\n\nThe offer is valid for ${TRANSFER_DAYS} days.`,
  }
}

const removedMail = (address: string, workspaceName: string): Mail => ({
  to: address,
  subject: `You no longer belong to ${workspaceName}`,
  text: `An owner of the workspace ${workspaceName} in Answerloom has ended your membership. Your account and your other workspaces stay as they are.`,
})

type TakeOverMail = Extract<TeamMail, { address: string }>

/** Emails for the former and the new payer of a workspace. */
function takeOverMail({ mail, address, workspace, from, to }: TakeOverMail, { appUrl }: LinkSettings): Mail {
  const billingTabUrl = new URL('/dashboard/profile?tab=billing', appUrl).href
  if (mail === 'billing_lost')
    return {
      to: address,
      subject: `${to} has taken over the billing of ${workspace}`,
      text: `${to}, an owner of the workspace ${workspace} in Answerloom, has taken over its billing. From now on the workspace has the plan of ${to}.\n\nIf you have a subscription, it was not changed and still applies to the workspaces that are billed to you. If you no longer need it, you can cancel it:\n${billingTabUrl}\n\nYou are still an owner of ${workspace}. If you did not agree to this, you can take the billing back on the same page.`,
    }
  return {
    to: address,
    subject: `You have taken over the billing of ${workspace}`,
    text: `The workspace ${workspace} in Answerloom is billed to you now, and your plan is its plan. ${from} paid for it before and was notified by email.\n\nYour plan, and the plans to choose from:\n${billingTabUrl}`,
  }
}

/** The mail to send, or null where what it is about is gone. */
function mailFor(teamMail: TeamMail, mailOptions: { db: Database; config: LinkSettings }): Promise<Mail | null> | Mail {
  if ('address' in teamMail) return takeOverMail(teamMail, mailOptions.config)
  if (teamMail.mail === 'removed') return removedMail(teamMail.to, teamMail.workspace)
  const { mail, id } = teamMail
  return systemTransaction(mailOptions.db, (transaction) =>
    mail === 'invitation'
      ? invitationMail(transaction, id, mailOptions.config)
      : transferMail(transaction, id, mailOptions.config),
  )
}

/** Sends the mails of teams, outside the requests that ask for them. */
export const teamMailJob = (jobOptions: { db: Database; mailer: Mailer; config: LinkSettings }) =>
  defineJob({
    name: 'team.mail',
    schema: teamMailSchema,
    retryLimit: 8,
    expireInSeconds: 120,
    concurrency: 2,
    handler: async (teamMail) => {
      const composedMail = await mailFor(teamMail, jobOptions)
      if (composedMail) await jobOptions.mailer.send(composedMail)
    },
  })
