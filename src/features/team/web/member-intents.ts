import { client } from '../../../web/api/api.ts'
import type { Member } from '../contract.ts'

export type MemberIntent = 'promote' | 'demote' | 'remove' | 'offer_ownership' | 'offer_billing'

export interface MemberQuestion {
  title: string
  description: string
  confirm: string
  destructive?: boolean
  act: () => Promise<unknown>
  /** Said afterwards, and when it fails and the server gives no reason. */
  done: string
  failed: string
}

/** Confirmations and actions for a member. `isPayer`: the workspace is billed to the current user. */
export function questionFor(intent: MemberIntent, { id, name }: Member, isPayer: boolean): MemberQuestion {
  const questionsByIntent: Record<MemberIntent, MemberQuestion> = {
    promote: {
      title: `Make ${name} an owner?`,
      description:
        'Owners can do everything in this workspace: change its settings, manage the team, make API keys and delete it.',
      confirm: 'Make owner',
      act: () => client.team.members.changeRole({ id, role: 'owner' }),
      done: `${name} is an owner now`,
      failed: 'Failed to change the role',
    },
    demote: {
      title: `Make ${name} a member?`,
      description:
        'Members work with FAQs, questions and sources, and change no settings. API keys that this person made stop working.',
      confirm: 'Make member',
      act: () => client.team.members.changeRole({ id, role: 'member' }),
      done: `${name} is a member now`,
      failed: 'Failed to change the role',
    },
    remove: {
      title: `Remove ${name}?`,
      description:
        'This person loses access at once, and the API keys they made stop working. What they wrote stays in the workspace.',
      confirm: 'Remove',
      destructive: true,
      act: () => client.team.members.remove({ id }),
      done: `${name} was removed`,
      failed: 'Failed to remove the member',
    },
    offer_ownership: {
      title: `Offer ${name} the ownership?`,
      description: `Nothing changes until ${name} accepts. Then they are an owner${isPayer ? ', the workspace is billed to them' : ''} and you become a member; API keys that you made stop working.`,
      confirm: 'Offer ownership',
      act: () => client.team.transfers.offer({ id, kind: 'ownership' }),
      done: `The ownership was offered to ${name}`,
      failed: 'Failed to offer the ownership',
    },
    offer_billing: {
      title: `Offer ${name} the billing?`,
      description: `Nothing changes until ${name} accepts. Then their plan is the plan of this workspace; both of you stay owners.`,
      confirm: 'Offer billing',
      act: () => client.team.transfers.offer({ id, kind: 'billing' }),
      done: `The billing was offered to ${name}`,
      failed: 'Failed to offer the billing',
    },
  }
  return questionsByIntent[intent]
}
