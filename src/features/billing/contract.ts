import { z } from 'zod'
import { userProcedure } from '../../kernel/procedure.ts'
import { timestamp } from '../../kernel/wire.ts'

export const TRIAL_DAYS = 7
export const FREE_WORKSPACES = 1
export const STARTER_FAQS = 50
export const PAST_DUE_GRACE_DAYS = 7

export const PLANS = [
  {
    key: 'starter',
    name: 'Starter',
    price: 19.99,
    description: 'Everything one team needs to answer well.',
    features: ['50 FAQs', 'Basic widget customization', 'Email support', '1 workspace'],
    popular: false,
  },
  {
    key: 'pro',
    name: 'Pro',
    price: 34.99,
    description: 'For teams that answer for many products.',
    features: [
      'Unlimited FAQs',
      'Advanced customization',
      'Priority support',
      'Team collaboration',
      'Unlimited workspaces',
    ],
    popular: true,
  },
] as const

/** null stands for unlimited. */
export const limitsSchema = z.object({
  workspaces: z.number().int().nullable(),
  faqs: z.number().int().nullable(),
  team: z.boolean(),
})
export type Limits = z.output<typeof limitsSchema>

export const accessSchema = z.object({
  has_access: z.boolean(),
  on_trial: z.boolean(),
  days_left: z.number().int(),
  paywall: z.boolean(),
  plan: z.enum(['none', 'trial', 'starter', 'pro', 'free_access']),
  /** As shown: «Pro», «Free Trial (N days left)» or «Starter». */
  plan_label: z.string(),
  current_period_end: timestamp.nullable(),
  past_due: z.boolean(),
  limits: limitsSchema,
})
export type Access = z.output<typeof accessSchema>

export const billingContract = {
  access: userProcedure().output(accessSchema),
}
