import { Link } from 'react-router'
import { ButtonLink, type ButtonVariant } from '../../../web/ui/button.tsx'
import { cx } from '../../../web/ui/class-names.ts'
import { useWorkspace } from './workspace-context.ts'

/** The tab where a person chooses a plan or takes over the billing. */
export const BILLING_TAB = '/dashboard/profile?tab=billing'

export interface PlanActionProps {
  /** What the payer's link says. */
  label?: string
  /** Where the payer's link leads. */
  to?: string
  /** `text` for a link within a sentence; otherwise the variant of a button. */
  look?: 'text' | Extract<ButtonVariant, 'primary' | 'secondary'>
  /** Of the link. */
  className?: string
  onNavigate?: () => void
}

/**
 * What the person can do about the plan of the selected workspace. Its payer gets the link to the plans. Other people see
 * who pays, because a plan of theirs would not apply to it; owners among them can take over the billing.
 */
export function PlanAction({ label = 'Upgrade Plan', to = BILLING_TAB, look = 'secondary', ...rest }: PlanActionProps) {
  const { current } = useWorkspace()
  if (!current) return null
  const { payer, workspace } = current
  const link = payer.you ? { label, to } : workspace.role === 'owner' && { label: 'Take over billing', to: BILLING_TAB }
  return (
    <>
      {!payer.you && <PayerNote />} {link && <PlanLink {...rest} to={link.to} look={look} label={link.label} />}
    </>
  )
}

function PlanLink({ label, to = BILLING_TAB, look, className, onNavigate }: PlanActionProps) {
  if (look === 'text')
    return (
      <Link
        to={to}
        onClick={onNavigate}
        className={cx('font-medium text-link underline underline-offset-3', className)}
      >
        {label}
      </Link>
    )
  return (
    <ButtonLink
      to={to}
      onClick={onNavigate}
      variant={look}
      size={look === 'primary' ? 'md' : 'sm'}
      className={className}
    >
      {label}
    </ButtonLink>
  )
}

/** Says who pays for the selected workspace. */
function PayerNote() {
  const { current } = useWorkspace()
  return (
    <span className="text-sm text-ink-soft wrap-anywhere">{`${current?.payer.name} pays for this workspace.`}</span>
  )
}
