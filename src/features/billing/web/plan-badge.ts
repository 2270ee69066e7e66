import type { Access } from '../contract.ts'

/** The plan in one word, for lists: whoever pays nothing, on trial or after it, is on «Free». */
export const planBadge = (plan: Access['plan']): 'Free' | 'Starter' | 'Pro' =>
  plan === 'pro' || plan === 'free_access' ? 'Pro' : plan === 'starter' ? 'Starter' : 'Free'
