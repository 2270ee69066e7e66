import type { Access } from '../contract.ts'

/** The plan in one word for lists: users without payment, during the trial or after it, are on "Free". */
export const planBadge = (effectivePlan: Access['plan']): 'Free' | 'Starter' | 'Pro' =>
  effectivePlan === 'pro' || effectivePlan === 'free_access' ? 'Pro' : effectivePlan === 'starter' ? 'Starter' : 'Free'
