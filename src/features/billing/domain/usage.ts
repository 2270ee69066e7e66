import { NEAR_LIMIT } from '../contract/plans.ts'

/** `near` from 80 % of the limit on, `full` at it, `over` where a larger plan ended: what is there stays, nothing is added. */
export type Usage = 'fine' | 'near' | 'full' | 'over'

/** @param limit null is unlimited. One of one (a workspace) is simply full. */
export function usageOf(used: number, limit: number | null): Usage {
  if (limit === null) return 'fine'
  if (used > limit) return 'over'
  if (used === limit) return 'full'
  return used >= limit * NEAR_LIMIT ? 'near' : 'fine'
}

/**
 * Returns the message about the number of FAQs; null while it is far from the limit.
 * @param payerName payer of the workspace, null when it is the user
 */
export function faqUsageText(used: number, limit: number | null, payerName: string | null = null): string | null {
  const remedy = payerName
    ? `To add more, archive some, or ask ${payerName} for the Pro plan.`
    : 'To add more, upgrade to Pro or archive some.'
  switch (usageOf(used, limit)) {
    case 'near':
      return `You have used ${used} of the ${limit} FAQs of ${payerName ? 'the' : 'your'} plan.`
    case 'full':
      return `You have used all ${limit} FAQs of ${payerName ? 'the' : 'your'} plan. ${remedy}`
    case 'over':
      return `You have ${used} FAQs, and ${payerName ? 'the' : 'your'} plan allows ${limit}. All of them stay and keep answering. ${remedy}`
    default:
      return null
  }
}
