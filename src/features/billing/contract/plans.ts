/** Plans and prices: constants of the product, without schemas. */
export const TRIAL_DAYS = 7
export const PAST_DUE_GRACE_DAYS = 7
/** Time before the end of a trial at which its owner gets an email. */
export const TRIAL_NOTICE_DAYS = 2
/** Share of a limit from which the remaining amount is shown. */
export const NEAR_LIMIT_SHARE = 0.8

/** Storage key of the plan that a signed-out visitor chose. */
export const SELECTED_PLAN = 'selectedPlan'
/** When it was pressed, in milliseconds since 1970. */
export const SELECTED_PLAN_AT = 'selectedPlanAt'

export const PRODUCT_PLANS = [
  {
    key: 'starter',
    name: 'Starter',
    /** In dollars a month. */
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

export type ProductPlan = (typeof PRODUCT_PLANS)[number]
export type PlanKey = ProductPlan['key']

export const productPlanOf = (planKey: PlanKey): ProductPlan =>
  planKey === 'pro' ? PRODUCT_PLANS[1] : PRODUCT_PLANS[0]
