import type { ReactNode } from 'react'
import { Badge } from '../../../web/ui/badge.tsx'
import { PlanAction } from '../../workspaces/web/index.ts'

/** Explains why a control is disabled, and what the person can do about the plan. */
export function ProNote({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="text-md text-ink-soft">
      <Badge tone="accent" className="mr-2 align-middle">
        Pro
      </Badge>
      {children} <PlanAction look="text" to="/profile?tab=billing" />
    </p>
  )
}
