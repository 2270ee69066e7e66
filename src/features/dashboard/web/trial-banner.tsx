import { Hourglass } from 'lucide-react'
import { Link } from 'react-router'
import { plural } from '../../../kernel/text.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'

/** How long the trial lasts, and the way to a plan for those who may choose one. */
export function TrialBanner() {
  const { current } = useWorkspace()
  if (!current?.access.on_trial) return null
  return (
    <p className="mb-6 flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-lg border border-line bg-accent-soft px-4 py-2.5 text-md text-ink">
      <Hourglass size={16} aria-hidden="true" className="shrink-0 text-accent-ink" />
      <span className="font-medium">{`Free trial: ${plural(current.access.days_left, 'day')} remaining`}</span>
      {current.workspace.role === 'owner' && (
        <Link to="/dashboard/profile?tab=billing" className="font-medium text-link underline underline-offset-3">
          Subscribe
        </Link>
      )}
    </p>
  )
}
