import { CreditCard, Crown, Ellipsis, UserMinus, UserRound, UserRoundCheck } from 'lucide-react'
import { formatDate } from '../../../kernel/format.ts'
import { Avatar } from '../../../web/ui/avatar.tsx'
import { Badge } from '../../../web/ui/badge.tsx'
import { IconButton } from '../../../web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../web/ui/menu.tsx'
import type { Member } from '../contract.ts'
import { roleChangeRefusal, type TeamRoster } from '../domain/team-rules.ts'
import type { MemberIntent } from './member-intents.ts'

export interface MemberRowProps {
  member: Member
  team: TeamRoster
  /** True when the viewer manages the team. */
  manages: boolean
  onIntent: (intent: MemberIntent) => void
}

export function MemberRow({ member, team, manages, onIntent }: MemberRowProps) {
  const { name, email, avatar_url, role, joined_at, pays, you } = member
  return (
    <li className="flex min-h-16 items-center gap-3.5 px-5 py-2.5">
      <Avatar name={name} src={avatar_url} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-md font-medium">
          <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
          {you && <Badge>You</Badge>}
          {pays && <Badge tone="teal">Billing</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-faint">
          {name !== email && <span className="min-w-0 [overflow-wrap:anywhere]">{email}</span>}
          <span>
            Joined <time dateTime={joined_at}>{formatDate(joined_at)}</time>
          </span>
        </p>
      </div>
      <Badge tone={role === 'owner' ? 'accent' : 'neutral'} className="shrink-0">
        {role === 'owner' ? 'Owner' : 'Member'}
      </Badge>
      {manages && !you && <MemberMenu member={member} team={team} onIntent={onIntent} />}
    </li>
  )
}

function MemberMenu({ member, team, onIntent }: Omit<MemberRowProps, 'manages'>) {
  const { id, name, role } = member
  const fixed = roleChangeRefusal(team, id, null) !== null
  const myBilling = team.members.some((one) => one.id === team.payerId && 'you' in one && one.you)
  return (
    <Menu trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis size={16} />} />}>
      {role === 'owner' ? (
        <MenuItem icon={<UserRound size={16} />} disabled={fixed} onSelect={() => onIntent('demote')}>
          Make member
        </MenuItem>
      ) : (
        <MenuItem icon={<UserRoundCheck size={16} />} onSelect={() => onIntent('promote')}>
          Make owner
        </MenuItem>
      )}
      <MenuItem icon={<Crown size={16} />} onSelect={() => onIntent('offer_ownership')}>
        Transfer ownership
      </MenuItem>
      {role === 'owner' && myBilling && (
        <MenuItem icon={<CreditCard size={16} />} onSelect={() => onIntent('offer_billing')}>
          Transfer billing
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem destructive icon={<UserMinus size={16} />} disabled={fixed} onSelect={() => onIntent('remove')}>
        Remove from workspace
      </MenuItem>
    </Menu>
  )
}
