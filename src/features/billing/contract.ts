import { z } from 'zod'
import { userProcedure } from '../../kernel/procedure.ts'
import { idSchema, timestamp } from '../../kernel/wire.ts'
import { EFFECTIVE_PLANS } from './contract/plan-features.ts'

export * from './contract/plan-features.ts'
export * from './contract/plans.ts'

/** Features of the current plan, from `PLAN_FEATURES`. */
const planFeaturesSchema = z.object({
  workspaces: z.number().int().nullable(),
  faqs: z.number().int().nullable(),
  members: z.number().int().nullable(),
  advanced_customization: z.boolean(),
  priority_support: z.boolean(),
})

export const accessSchema = z.object({
  has_access: z.boolean(),
  on_trial: z.boolean(),
  days_left: z.number().int(),
  paywall: z.boolean(),
  plan: z.enum(EFFECTIVE_PLANS),
  /** As shown: «Pro», «Free Trial (N days left)» or «Starter». */
  plan_label: z.string(),
  current_period_end: timestamp.nullable(),
  past_due: z.boolean(),
  /**
   * End of the current plan: of the trial, the grace period after a failed payment, or a canceled period. Null when it
   * continues.
   */
  ends_at: timestamp.nullable(),
  limits: planFeaturesSchema,
})
export type Access = z.output<typeof accessSchema>

const planKey = z.enum(['starter', 'pro'])

export const subscriptionSchema = z.object({
  id: idSchema,
  plan: planKey,
  status: z.enum([
    'active',
    'canceled',
    'incomplete',
    'incomplete_expired',
    'past_due',
    'paused',
    'trialing',
    'unpaid',
  ]),
  current_period_start: timestamp.nullable(),
  current_period_end: timestamp.nullable(),
  cancel_at_period_end: z.boolean(),
  past_due_since: timestamp.nullable(),
  /** Plan from `pending_at` on; null when no change is pending. */
  pending_plan: planKey.nullable(),
  pending_at: timestamp.nullable(),
})
export type Subscription = z.output<typeof subscriptionSchema>

/** Everything the tab «Subscription & Billing» shows but the orders. */
export const overviewSchema = z.object({
  access: accessSchema,
  /** Payment mode of this instance; `off` gives all accounts free access. */
  provider: z.enum(['polar', 'sandbox', 'off']),
  /** Plan names of the provider; empty when nothing is sold. */
  plans: z.array(z.object({ key: planKey, product_id: z.string(), price_id: z.string() })),
  /** Those that run or could be saved by a payment, the one that counts first. More than one means paying twice. */
  subscriptions: z.array(subscriptionSchema),
  /** False for a person whose workspaces are all paid for by others: a plan of theirs would apply to nothing. */
  plan_applies: z.boolean(),
  /** True after any payment attempt: there may be orders to show. */
  has_orders: z.boolean(),
})
export type Overview = z.output<typeof overviewSchema>

/** Minor units of the currency: 1999 is $19.99. */
const amount = z.number().int()

export const changePreviewSchema = z.object({
  plan: planKey,
  /** `now`: charged for the rest of the period at once. `period_end`: nothing is charged before `at`. */
  takes_effect: z.enum(['now', 'period_end']),
  at: timestamp,
  /** Immediate charge before taxes; 0 when the plan changes at the end of the period. */
  due_now: amount,
  /** Monthly price before taxes. */
  then_monthly: amount,
  currency: z.string(),
})
export type ChangePreview = z.output<typeof changePreviewSchema>

export const orderSchema = z.object({
  /** The provider's. */
  id: z.string(),
  number: z.string().nullable(),
  description: z.string(),
  status: z.enum(['draft', 'pending', 'paid', 'refunded', 'partially_refunded', 'void']),
  total: amount,
  currency: z.string(),
  created_at: timestamp,
})
export type Order = z.output<typeof orderSchema>

const done = z.object({ done: z.literal(true) })
const ofSubscription = z.object({ id: idSchema })
const changeInput = z.object({ id: idSchema, plan: planKey })
/** As the provider names them. */
const providerId = z.string().min(1).max(200)

const writes = () => userProcedure({ writes: true, duringPaywall: true })

export const billingContract = {
  access: userProcedure().output(accessSchema),
  overview: userProcedure().output(overviewSchema),
  /**
   * Returns the checkout URL of a plan. Refused when the plan would apply to no workspace, unless it is meant for a
   * future one.
   */
  checkout: writes()
    .input(z.object({ product_id: providerId, price_id: providerId, for_new_workspace: z.boolean().default(false) }))
    .output(z.object({ checkout_url: z.url() })),
  /** Asks the provider how the person's subscriptions stand, for who comes back from paying. */
  refresh: writes().output(accessSchema),
  previewChange: userProcedure().input(changeInput).output(changePreviewSchema),
  changePlan: writes().input(changeInput).output(done),
  cancel: writes().input(ofSubscription).output(done),
  resume: writes().input(ofSubscription).output(done),
  /** Returns the URL of the provider's customer portal. */
  portal: writes().output(z.object({ portal_url: z.url() })),
  orders: userProcedure().output(z.object({ items: z.array(orderSchema) })),
  invoice: writes()
    .input(z.object({ id: providerId }))
    .output(z.object({ invoice_url: z.url() })),
}

declare module '../../kernel/events.ts' {
  interface EventMap {
    'subscription.changed': { workspace_id: null; user_id: string }
  }
}
