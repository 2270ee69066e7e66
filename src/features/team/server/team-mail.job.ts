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

/** What is gone by the time it would be mailed is not mailed. */
export const teamMailSchema = z.discriminatedUnion('mail', [
  z.object({ mail: z.literal('invitation'), id: z.uuid() }),
  z.object({ mail: z.literal('transfer'), id: z.uuid() }),
  z.object({ mail: z.literal('removed'), to: z.string(), workspace: z.string() }),
])
export type TeamMail = z.output<typeof teamMailSchema>

type Settings = Pick<Config, 'appUrl' | 'secretKey'>

async function workspaceName(tx: Tx, id: string): Promise<string> {
  const [row] = await tx.select({ name: workspaces.name }).from(workspaces).where(eq(workspaces.id, id))
  return row?.name ?? ''
}

async function person(tx: Tx, id: string | null): Promise<{ name: string; email: string } | null> {
  if (!id) return null
  const [row] = await tx.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, id))
  return row ? { name: row.name || row.email, email: row.email } : null
}

async function invitationMail(tx: Tx, id: string, o: Settings): Promise<Mail | null> {
  const [row] = await tx.select().from(workspaceInvitations).where(eq(workspaceInvitations.id, id))
  if (!row || invitationState(row) !== 'open') return null
  const workspace = await workspaceName(tx, row.workspaceId)
  const inviter = (await person(tx, row.invitedBy))?.name ?? 'Somebody'
  const role = row.role === 'owner' ? 'an owner' : 'a member'
  return {
    to: row.email,
    subject: `${inviter} invites you to ${workspace}`,
    text: `${inviter} invites you to work on the help pages of ${workspace} in Answerloom, as ${role}.\n\nAccept the invitation here:\n${invitationAddress(o, id)}\n\nThe link works once, within ${INVITATION_DAYS} days. If you did not expect it, you can ignore this mail.`,
  }
}

async function transferMail(tx: Tx, id: string, { appUrl }: Settings): Promise<Mail | null> {
  const [row] = await tx.select().from(workspaceTransfers).where(eq(workspaceTransfers.id, id))
  if (!row) return null
  const [from, to] = [await person(tx, row.fromUserId), await person(tx, row.toUserId)]
  if (!from || !to) return null
  const what = row.kind === 'ownership' ? 'the ownership' : 'the billing'
  const workspace = await workspaceName(tx, row.workspaceId)
  const url = new URL('/profile?tab=team', appUrl).href
  return {
    to: to.email,
    subject: `${from.name} offers you ${what} of ${workspace}`,
    text: `${from.name} wants to hand ${what} of the workspace ${workspace} over to you. Nothing changes until you accept.\n\nAccept or decline here:\n${url}\n\nThe offer stands for ${TRANSFER_DAYS} days.`,
  }
}

const removedMail = (to: string, workspace: string): Mail => ({
  to,
  subject: `You no longer belong to ${workspace}`,
  text: `An owner of the workspace ${workspace} in Answerloom has ended your membership. Your account and your other workspaces stay as they are.`,
})

/** Sends the mails of teams, outside the requests that ask for them. */
export const teamMailJob = (o: { db: Database; mailer: Mailer; config: Settings }) =>
  defineJob({
    name: 'team.mail',
    schema: teamMailSchema,
    retryLimit: 8,
    expireInSeconds: 120,
    concurrency: 2,
    handler: async (payload) => {
      const mail =
        payload.mail === 'removed'
          ? removedMail(payload.to, payload.workspace)
          : await systemTransaction(o.db, (tx) =>
              payload.mail === 'invitation'
                ? invitationMail(tx, payload.id, o.config)
                : transferMail(tx, payload.id, o.config),
            )
      if (mail) await o.mailer.send(mail)
    },
  })
