import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import DialogWindow from '../../../web/ui/dialog-window.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { useSignOut } from '../../accounts/web/index.ts'
import type { BilledTo } from './billed-to.ts'
import { PlanCards } from './plan-cards.tsx'
import { overviewQuery, useCheckout } from './use-checkout.ts'
import { useLiveBilling } from './use-live-billing.ts'

export interface PaywallProps extends BilledTo {
  /** The plan is for a workspace that the person is about to create. */
  forNewWorkspace?: boolean
  /** Actions that stay available: export, other workspaces. */
  children?: ReactNode
}

const LINK = 'font-medium text-link underline underline-offset-3'

/** Covers what needs a plan; it cannot be dismissed. The server refuses all the same. */
export default function Paywall({ payer, mayTakeOver, forNewWorkspace = false, children }: PaywallProps) {
  const overview = useQuery({ ...overviewQuery, enabled: !payer })
  const checkout = useCheckout()
  const navigate = useNavigate()
  const leave = useSignOut()
  /** The plans come a moment later: the focus waits before them, not on what happens to be there. */
  const start = useRef<HTMLDivElement>(null)
  useLiveBilling()
  return (
    <DialogWindow
      open
      onOpenChange={() => {}}
      dismissable={false}
      initialFocus={start}
      title="Your free trial has ended"
      description={
        !payer
          ? `${overview.data?.access.past_due ? 'Your last payment failed. Update your payment method, or choose a plan to continue.' : 'Choose a plan to continue.'} Nothing has been deleted, and your help page keeps answering your visitors.`
          : `${payer.name} pays for this workspace and can choose a plan to continue. Nothing has been deleted, and its help page keeps answering visitors.`
      }
    >
      <div ref={start} tabIndex={-1} className="outline-none">
        {payer && <PayerHelp payer={payer} mayTakeOver={mayTakeOver} />}
        {!payer &&
          (overview.isError && !overview.data ? (
            <QueryError title="The plans could not be loaded" className="py-6" query={overview} />
          ) : overview.data ? (
            <PlanCards
              overview={overview.data}
              busy={checkout.busy}
              onAct={(plan, act) =>
                act === 'checkout'
                  ? checkout.start({ plan, forNewWorkspace })
                  : void navigate('/dashboard/profile?tab=billing')
              }
            />
          ) : (
            <SkeletonRows rows={4} />
          ))}
        <p className="mt-5 text-md text-ink-soft">
          Need more time to decide?{' '}
          <a href="/contact" className={LINK}>
            Contact our support team.
          </a>
        </p>
        <div className="mt-5 flex flex-wrap gap-2 border-t border-line pt-4">
          <ButtonLink to="/dashboard/profile?tab=billing" size="sm">
            Subscription & Billing
          </ButtonLink>
          {children}
          <ButtonLink to="/dashboard/profile" size="sm" variant="ghost">
            Account
          </ButtonLink>
          <Button size="sm" variant="ghost" onClick={leave}>
            Sign out
          </Button>
        </div>
      </div>
    </DialogWindow>
  )
}

/** Actions for a user to whose workspaces no plan would apply. */
function PayerHelp({ payer, mayTakeOver }: { payer: NonNullable<BilledTo['payer']>; mayTakeOver: boolean }) {
  return (
    <div className="rounded-lg border border-line bg-paper px-4 py-3.5">
      <p className="text-md">
        {mayTakeOver ? 'Write to ' : 'Ask '}
        <a href={`mailto:${payer.email}`} className={LINK}>
          {payer.name}
        </a>
        {mayTakeOver ? ', or take over the billing and choose a plan yourself.' : ' to choose one.'}
      </p>
      {mayTakeOver && (
        <ButtonLink to="/dashboard/profile?tab=billing" variant="primary" className="mt-3">
          Take over billing
        </ButtonLink>
      )}
    </div>
  )
}
