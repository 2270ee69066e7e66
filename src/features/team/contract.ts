import { z } from 'zod'
import { anonymousProcedure, rest, userProcedure } from '../../kernel/procedure.ts'
import { plural } from '../../kernel/text.ts'
import { idSchema, timestamp } from '../../kernel/wire.ts'
import { ROLES, workspaceProcedure } from '../workspaces/contract.ts'

export const INVITATION_DAYS = 7
export const TRANSFER_DAYS = 7
/** Open invitations of one workspace at a time. */
export const OPEN_INVITATIONS_MAX = 50
export const TEAM_NEEDS_PRO = 'Team members are part of the Pro plan. Please upgrade to Pro to invite people.'

/** Why a person whose plan has no room for another workspace cannot take over the billing of one. */
export const takeOverRefusal = (limit: number) =>
  `Your plan allows only ${plural(limit, 'workspace')}, and you pay for as many already. Upgrade to Pro to take over the billing of this workspace.`

/** Why a plan with room for `limit` members has none left; TEAM_NEEDS_PRO where it is for one person. */
export const noSeatLeft = (limit: number): string =>
  limit === 1
    ? TEAM_NEEDS_PRO
    : `Your plan allows ${limit} members, open invitations included. Upgrade to Pro for more, or remove some.`

export const memberSchema = z.object({
  /** The person's id. */
  id: idSchema,
  name: z.string(),
  email: z.string(),
  avatar_url: z.string().nullable(),
  role: z.enum(ROLES),
  joined_at: timestamp,
  /** True when the workspace is billed to this member. */
  pays: z.boolean(),
  you: z.boolean(),
})
export type Member = z.output<typeof memberSchema>

export const invitationSchema = z.object({
  id: idSchema,
  email: z.string(),
  role: z.enum(ROLES),
  expires_at: timestamp,
  expired: z.boolean(),
})
export type Invitation = z.output<typeof invitationSchema>

export const TRANSFER_KINDS = ['ownership', 'billing'] as const
export type TransferKind = (typeof TRANSFER_KINDS)[number]

/** An offer that waits for the other person's answer. */
export const transferSchema = z.object({
  id: idSchema,
  kind: z.enum(TRANSFER_KINDS),
  from: z.object({ id: idSchema, name: z.string() }),
  to: z.object({ id: idSchema, name: z.string() }),
  /** True when accepting transfers the billing. */
  with_billing: z.boolean(),
  expires_at: timestamp,
})
export type Transfer = z.output<typeof transferSchema>

/** Public data of an invitation for the holder of its link. */
export const invitationLinkSchema = z.object({
  state: z.enum(['open', 'expired', 'accepted']),
  workspace_name: z.string(),
  /** Null once that person is gone. */
  inviter: z.string().nullable(),
  role: z.enum(ROLES),
  /** The address it was mailed to: only its owner can accept. */
  email: z.string(),
  has_account: z.boolean(),
})
export type InvitationLink = z.output<typeof invitationLinkSchema>

export const inviteInput = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, { error: 'Please enter an email address.' })
    .max(254)
    .check(z.email({ error: 'Please enter a valid email address.' })),
  role: z.enum(ROLES).default('member'),
})

const done = z.object({ done: z.literal(true) })
const byId = z.object({ id: idSchema })
const token = z.object({ token: z.string().max(200) })

export const teamContract = {
  members: {
    list: workspaceProcedure('workspace.read')
      .route(rest('GET /members', 'Team', 'List members'))
      .output(z.object({ items: z.array(memberSchema) })),
    changeRole: workspaceProcedure('member.manage', { writes: true, duringPaywall: true, ids: { id: 'member' } })
      .route(rest('PATCH /members/{id}', 'Team', 'Change the role of a member'))
      .input(byId.extend({ role: z.enum(ROLES) }))
      .output(done),
    /** They lose access at once: requests, open event streams, and the API keys they made. */
    remove: workspaceProcedure('member.manage', { writes: true, duringPaywall: true, ids: { id: 'member' } })
      .route(rest('DELETE /members/{id}', 'Team', 'Remove a member'))
      .input(byId)
      .output(done),
    leave: workspaceProcedure('member.leave', { writes: true, duringPaywall: true }).output(done),
  },
  invitations: {
    /** Those that were not accepted yet, newest first. */
    list: workspaceProcedure('member.manage')
      .route(rest('GET /invitations', 'Team', 'List open invitations'))
      .output(z.object({ items: z.array(invitationSchema) })),
    send: workspaceProcedure('member.manage', { writes: true })
      .route(rest('POST /invitations', 'Team', 'Invite a person', { successStatus: 201 }))
      .input(inviteInput)
      .output(invitationSchema),
    /** Sends the link again with a new expiry. */
    resend: workspaceProcedure('member.manage', { writes: true, ids: { id: 'invitation' } })
      .route(rest('POST /invitations/{id}/resend', 'Team', 'Send an invitation again'))
      .input(byId)
      .output(invitationSchema),
    revoke: workspaceProcedure('member.manage', { writes: true, duringPaywall: true, ids: { id: 'invitation' } })
      .route(rest('DELETE /invitations/{id}', 'Team', 'Revoke an invitation'))
      .input(byId)
      .output(done),
  },
  transfers: {
    list: workspaceProcedure('workspace.read').output(z.object({ items: z.array(transferSchema) })),
    /** Takes the place of an earlier offer of its kind. */
    offer: workspaceProcedure('transfer.offer', { writes: true, duringPaywall: true, ids: { id: 'member' } })
      .input(byId.extend({ kind: z.enum(TRANSFER_KINDS) }))
      .output(done),
    /** By the person it was offered to. */
    accept: workspaceProcedure('transfer.answer', { writes: true, duringPaywall: true, ids: { id: 'transfer' } })
      .input(byId)
      .output(done),
    /** By either of the two. */
    withdraw: workspaceProcedure('transfer.answer', { writes: true, duringPaywall: true, ids: { id: 'transfer' } })
      .input(byId)
      .output(done),
    /** Bills the workspace to the caller. `id` is the person who pays for it as far as the caller knows. */
    takeOver: workspaceProcedure('billing.take_over', { writes: true, duringPaywall: true, ids: { id: 'member' } })
      .input(byId)
      .output(done),
  },
  /** For the holder of the emailed link. */
  invitation: {
    /** Null where the link leads nowhere: it was withdrawn, or never was. */
    read: anonymousProcedure.input(token).output(invitationLinkSchema.nullable()),
    /** Again by the same person, it answers the same. */
    accept: userProcedure({ writes: true })
      .input(token)
      .output(z.object({ workspace_id: idSchema })),
  },
}
