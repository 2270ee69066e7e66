import type { Access, Subscription } from '../contract.ts'
import type { PaidPlan } from './access.ts'

/** Label and action of a plan's button. */
export interface PlanButton {
  label: string
  /** Null: it is disabled. */
  act: 'sign_up' | 'checkout' | 'change' | 'resume' | 'undo_change' | null
}

export interface PlanViewer {
  access: Pick<Access, 'plan'>
  /** The one that counts; null for who has none that runs. */
  subscription: Pick<Subscription, 'plan' | 'status' | 'cancel_at_period_end' | 'pending_plan'> | null
}

const CURRENT_PLAN_BUTTON: PlanButton = { label: 'Current Plan', act: null }

/** Returns the button of `plan` for this viewer; null is a signed-out visitor. */
export function planButton(plan: PaidPlan, viewer: PlanViewer | null): PlanButton {
  if (!viewer) return { label: 'Start Free Trial', act: 'sign_up' }
  const { access, subscription } = viewer
  if (access.plan === 'free_access') return plan === 'pro' ? CURRENT_PLAN_BUTTON : { label: 'Included', act: null }
  if (!subscription || (access.plan !== 'starter' && access.plan !== 'pro'))
    return { label: 'Subscribe Now', act: 'checkout' }
  if (subscription.plan === plan) {
    if (subscription.cancel_at_period_end) return { label: 'Resume', act: 'resume' }
    if (subscription.pending_plan) return { label: `Keep ${plan === 'pro' ? 'Pro' : 'Starter'}`, act: 'undo_change' }
    return CURRENT_PLAN_BUTTON
  }
  if (subscription.pending_plan === plan) return { label: 'Scheduled', act: null }
  // Nothing can be changed about what is to end, or is not paid: that comes first.
  if (subscription.cancel_at_period_end || subscription.status === 'past_due')
    return { label: plan === 'pro' ? 'Upgrade to Pro' : 'Switch to Starter', act: null }
  return { label: plan === 'pro' ? 'Upgrade to Pro' : 'Switch to Starter', act: 'change' }
}
