import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { archivePath } from '../features/archive/contract.ts'
import { PastDueBanner, Paywall } from '../features/billing/web/index.ts'
import { useWorkspace } from '../features/workspaces/web/index.ts'
import { Button, buttonClasses } from '../web/ui/button.tsx'
import { isProfilePath } from './profile-path.ts'

/** Maximum number of other workspaces offered in the paywall. */
const MAX_OFFERED_WORKSPACES = 5

/** Notices of the workspace's plan: the paywall, or the banner of a failed payment. */
export default function PlanNotices() {
  const { workspaces, workspace, current, can, selectWorkspace } = useWorkspace()
  const { pathname } = useLocation()
  if (!workspace || !current) return null
  const { access } = current
  const payer = current.payer.you ? null : current.payer
  const mayTakeOver = can('billing.take_over')
  const others = workspaces
    .filter(({ id, plan }) => id !== workspace.id && plan !== 'none')
    .slice(0, MAX_OFFERED_WORKSPACES)
  return (
    <Suspense>
      {access.past_due && <PastDueBanner access={access} payer={payer} mayTakeOver={mayTakeOver} />}
      {access.paywall && !isProfilePath(pathname) && (
        <Paywall payer={payer} mayTakeOver={mayTakeOver}>
          {can('workspace.export') && (
            <a href={archivePath(workspace.id)} download className={buttonClasses('secondary', 'sm')}>
              Export workspace
            </a>
          )}
          {others.map(({ id, name }) => (
            <Button key={id} size="sm" onClick={() => selectWorkspace(id)}>
              {`Go to ${name}`}
            </Button>
          ))}
        </Paywall>
      )}
    </Suspense>
  )
}
