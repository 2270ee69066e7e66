import { implement } from '@orpc/server'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { teamContract } from '../contract.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { changeRole } from './change-role.ts'
import { leaveWorkspace, removeMember } from './end-membership.ts'
import { openInvitationToken, readInvitationLink } from './invitation-link.ts'
import { listInvitations, resendInvitation, revokeInvitation, sendInvitation } from './invitations.ts'
import { takeOverBilling } from './take-over-billing.ts'
import { listMembers } from './team.queries.ts'
import type { TeamServices } from './team-services.ts'
import { acceptTransfer, listTransfers, offerTransfer, withdrawTransfer } from './transfers.ts'

/** Guards the number of tries; thrown as `rate_limited`. */
export interface TeamLimits {
  /** Mails that a workspace has sent to people who did not ask for them. */
  mail(workspaceId: string): Promise<void>
  /**
   * Links that could be guessed, counted by network.
   * @param own the id of a link that is ours: counted by that instead, so that others in the network cannot block it
   */
  secret(request: RequestContext, own: string | null): Promise<void>
}

const DONE_RESPONSE = { done: true as const }

export function createTeamRoutes(services: TeamServices, guards: Guards, rateLimits: TeamLimits) {
  const contractRouter = implement(teamContract).$context<RequestContext>()
  const memberRouter = contractRouter.use(guards.inWorkspace)
  const userRouter = contractRouter.use(guards.asUser)
  return contractRouter.router({
    members: {
      list: memberRouter.members.list.handler(async ({ context }) => ({ items: await listMembers(context.workspace) })),
      changeRole: memberRouter.members.changeRole.handler(async ({ context, input }) => {
        await changeRole(context.workspace, input)
        return DONE_RESPONSE
      }),
      remove: memberRouter.members.remove.handler(async ({ context, input }) => {
        await removeMember(services, context.workspace, input.id)
        return DONE_RESPONSE
      }),
      leave: memberRouter.members.leave.handler(async ({ context }) => {
        await leaveWorkspace(context.workspace)
        return DONE_RESPONSE
      }),
    },
    invitations: {
      list: memberRouter.invitations.list.handler(async ({ context }) => ({
        items: await listInvitations(context.workspace),
      })),
      send: memberRouter.invitations.send.handler(async ({ context, input }) => {
        await rateLimits.mail(context.workspace.workspaceId)
        return sendInvitation(services, context.workspace, input)
      }),
      resend: memberRouter.invitations.resend.handler(async ({ context, input }) => {
        await rateLimits.mail(context.workspace.workspaceId)
        return resendInvitation(services, context.workspace, input.id)
      }),
      revoke: memberRouter.invitations.revoke.handler(async ({ context, input }) => {
        await revokeInvitation(context.workspace, input.id)
        return DONE_RESPONSE
      }),
    },
    transfers: {
      list: memberRouter.transfers.list.handler(async ({ context }) => ({
        items: await listTransfers(context.workspace),
      })),
      offer: memberRouter.transfers.offer.handler(async ({ context, input }) => {
        await rateLimits.mail(context.workspace.workspaceId)
        await offerTransfer(services, context.workspace, input)
        return DONE_RESPONSE
      }),
      accept: memberRouter.transfers.accept.handler(async ({ context, input }) => {
        await acceptTransfer(context.workspace, input.id)
        return DONE_RESPONSE
      }),
      takeOver: memberRouter.transfers.takeOver.handler(async ({ context, input }) => {
        await rateLimits.mail(context.workspace.workspaceId)
        await takeOverBilling(services, context.workspace, input)
        return DONE_RESPONSE
      }),
      withdraw: memberRouter.transfers.withdraw.handler(async ({ context, input }) => {
        await withdrawTransfer(context.workspace, input.id)
        return DONE_RESPONSE
      }),
    },
    invitation: {
      read: contractRouter.invitation.read.handler(async ({ context, input }) => {
        await rateLimits.secret(context, openInvitationToken(services.secretKeys, input.token))
        return systemTransaction(services.workspaces.db, (transaction) =>
          readInvitationLink(transaction, services.secretKeys, input.token),
        )
      }),
      accept: userRouter.invitation.accept.handler(async ({ context, input }) => {
        await rateLimits.secret(context, openInvitationToken(services.secretKeys, input.token))
        return { workspace_id: await acceptInvitation(services, context.userId, input.token) }
      }),
    },
  })
}
