/** Features of the plans. `null` means unlimited. Server checks, interface and tests all use this table. */
export interface PlanFeatures {
  /** Workspaces billed to one person. */
  workspaces: number | null
  /** FAQs of one workspace; archived ones don't count. */
  faqs: number | null
  /** Members of one workspace, its owners and open invitations included. */
  members: number | null
  /**
   * Gradient and image headers, the widget's border, removing "Powered by", and a custom domain. Logo, brand name, links,
   * texts and a solid header color are in every plan.
   */
  advanced_customization: boolean
  /** Messages through the contact form are marked "Priority" and sorted first. */
  priority_support: boolean
}

/** FAQs of a workspace on Starter or on the trial. */
export const STARTER_FAQ_LIMIT = 50
export const TRIAL_MEMBER_LIMIT = 5

const STARTER_FEATURES: PlanFeatures = {
  workspaces: 1,
  faqs: STARTER_FAQ_LIMIT,
  members: 1,
  advanced_customization: false,
  priority_support: false,
}

const PRO_FEATURES: PlanFeatures = {
  workspaces: null,
  faqs: null,
  members: null,
  advanced_customization: true,
  priority_support: true,
}

/** The plan in force: a product, the free trial, free access from the operator, or none. */
export const EFFECTIVE_PLANS = ['none', 'trial', 'starter', 'pro', 'free_access'] as const
export type EffectivePlan = (typeof EFFECTIVE_PLANS)[number]

/** Without a plan nothing can be written, so the features of `none` only describe what is there. */
export const PLAN_FEATURES: Record<EffectivePlan, PlanFeatures> = {
  none: STARTER_FEATURES,
  trial: { ...STARTER_FEATURES, members: TRIAL_MEMBER_LIMIT, advanced_customization: true },
  starter: STARTER_FEATURES,
  pro: PRO_FEATURES,
  free_access: PRO_FEATURES,
}

/** The error of a request that the plan's customization does not cover, and its message. */
export const CUSTOMIZATION_NEEDS_PRO = {
  code: 'limit.customization',
  message: 'This is part of the Pro plan. Existing settings stay.',
} as const
