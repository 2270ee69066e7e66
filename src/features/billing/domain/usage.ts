import { NEAR_LIMIT_SHARE } from '../contract/plans.ts'

/** `near` from 80 % of the limit on, `full` at it, `over` where a larger plan ended: what is there stays, nothing is added. */
export type UsageLevel = 'fine' | 'near' | 'full' | 'over'

/** @param planLimit null is unlimited. One of one (a workspace) is simply full. */
export function usageLevelOf(usedCount: number, planLimit: number | null): UsageLevel {
  if (planLimit === null) return 'fine'
  if (usedCount > planLimit) return 'over'
  if (usedCount === planLimit) return 'full'
  return usedCount >= planLimit * NEAR_LIMIT_SHARE ? 'near' : 'fine'
}

/**
 * Returns the message about the number of FAQs; null while it is far from the limit.
 * @param payerName payer of the workspace, null when it is the user
 */
export function faqUsageText(
  usedCount: number,
  planLimit: number | null,
  payerName: string | null = null,
): string | null {
  const remedySentence = payerName
    ? `To add more, archive some, or ask ${payerName} for the Pro plan.`
    : 'To add more, upgrade to Pro or archive some.'
  switch (usageLevelOf(usedCount, planLimit)) {
    case 'near':
      return `You have used ${usedCount} of the ${planLimit} FAQs of ${payerName ? 'the' : 'your'} plan.`
    case 'full':
      return `You have used all ${planLimit} FAQs of ${payerName ? 'the' : 'your'} plan. ${remedySentence}`
    case 'over':
      return `You have ${usedCount} FAQs, and ${payerName ? 'the' : 'your'} plan allows ${planLimit}. All of them stay and keep answering. ${remedySentence}`
    default:
      return null
  }
}
