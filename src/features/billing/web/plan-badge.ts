import type { Access } from '../contract.ts'

/** The plan in one word for lists: users without payment, during the trial or after it, are on "Free". */
export const planBadge = (plan: Access['plan']): 'Free' | 'Starter' | 'Pro' =>
  plan === 'pro' || plan === 'free_access' ? 'Pro' : plan === 'starter' ? 'Starter' : 'Free'
