import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api } from '../../../web/api/api.ts'
import { Badge } from '../../../web/ui/badge.tsx'

const LINK = 'font-medium whitespace-nowrap text-link underline underline-offset-3'

/** Explains why a control is disabled: the payer gets the way to the plans, everybody else reads whom to ask. */
export function ProNote({ id, children }: { id?: string; children: ReactNode }) {
  const members = useQuery(api.team.members.list.queryOptions())
  const payer = members.data?.items.find(({ pays }) => pays)
  return (
    <p id={id} className="text-md text-ink-soft">
      <Badge tone="accent" className="mr-2 align-middle">
        Pro
      </Badge>
      {children}{' '}
      {payer?.you && (
        <Link to="/profile?tab=billing" className={LINK}>
          Upgrade Plan
        </Link>
      )}
      {payer && !payer.you && `Ask ${payer.name} (${payer.email}), who pays for this workspace.`}
    </p>
  )
}
