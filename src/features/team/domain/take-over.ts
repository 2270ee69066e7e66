import { type Access, productPlanOf, STARTER_FAQ_LIMIT } from '../../billing/contract.ts'

/** A workspace's plan, and the plan of the owner who would take over its billing. */
export interface TakeOverPlans {
  current: Pick<Access, 'plan' | 'has_access'>
  own: Pick<Access, 'plan'>
  /** When the owner's free trial ends, as it is shown. */
  trialEnd: string | null
}

const isUnlimited = (effectivePlan: Access['plan']) => effectivePlan === 'pro' || effectivePlan === 'free_access'

/** Which plan the workspace has once this owner pays for it, in sentences. */
export function planAfterTakeOver({ current, own, trialEnd }: TakeOverPlans): string {
  if (isUnlimited(own.plan)) return `The workspace will have your plan, ${productPlanOf('pro').name}.`
  if (own.plan === 'none')
    return current.has_access
      ? 'You have no plan, so the workspace is paused until you choose one. Its help page keeps answering visitors.'
      : 'You have no plan yet. Choose one next to keep the workspace active.'
  const nextPlanSentence =
    own.plan === 'starter'
      ? `The workspace will have your plan, ${productPlanOf('starter').name}.`
      : `The workspace will have your free trial${trialEnd ? `, which ends on ${trialEnd}` : ''}.`
  if (!isUnlimited(current.plan)) return nextPlanSentence
  return `${nextPlanSentence} It has Pro now. Everything in it stays, but nothing can be added beyond ${STARTER_FAQ_LIMIT} FAQs.`
}
