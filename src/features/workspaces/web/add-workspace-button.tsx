import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { api } from '../../../web/api/api.ts'
import { Button } from '../../../web/ui/button.tsx'
import { toast } from '../../../web/ui/toast.tsx'
import { Tooltip } from '../../../web/ui/tooltip.tsx'
import { limitMessage, limitTooltip } from './workspace-limit.ts'

/** Leads to the setup. At the plan's limit it says why it does not: as a tooltip, and when it is pressed all the same. */
export function AddWorkspaceButton({ owned }: { owned: number }) {
  const navigate = useNavigate()
  const access = useQuery(api.billing.access.queryOptions())
  const limit = access.data?.limits.workspaces ?? null
  const full = limit !== null && owned >= limit
  const add = () => {
    if (full) toast({ title: 'Workspace Limit Reached', message: limitMessage(limit), destructive: true })
    else void navigate('/workspace-setup')
  }
  return (
    <Tooltip label={limitTooltip(limit ?? 1)} disabled={!full}>
      <Button
        size="sm"
        icon={<Plus size={15} />}
        aria-disabled={full || undefined}
        // Stays enabled, because the explanation is shown on click.
        className="aria-disabled:pointer-events-auto!"
        onClick={add}
      >
        Add Workspace
      </Button>
    </Tooltip>
  )
}
