import { describe, expect, it } from 'vitest'
import type { Access } from '../../billing/contract.ts'
import { planAfterTakeOver } from './take-over.ts'

type Plan = Access['plan']
const KEPT = 'It has Pro now. Everything in it stays, but nothing can be added beyond 50 FAQs.'

describe('the plan of a workspace after its billing was taken over', () => {
  it.each<[Plan, Plan, string]>([
    ['starter', 'pro', 'The workspace will have your plan, Pro.'],
    ['none', 'free_access', 'The workspace will have your plan, Pro.'],
    ['trial', 'starter', 'The workspace will have your plan, Starter.'],
    ['pro', 'starter', `The workspace will have your plan, Starter. ${KEPT}`],
    ['none', 'trial', 'The workspace will have your free trial, which ends on December 1, 2026.'],
    ['pro', 'trial', `The workspace will have your free trial, which ends on December 1, 2026. ${KEPT}`],
    [
      'pro',
      'none',
      'You have no plan, so the workspace is paused until you choose one. Its help page keeps answering visitors.',
    ],
    ['none', 'none', 'You have no plan yet. Choose one next to keep the workspace active.'],
  ])('from %s to that of an owner with %s', (plan, own, text) =>
    expect(
      planAfterTakeOver({
        current: { plan, has_access: plan !== 'none' },
        own: { plan: own },
        trialEnd: 'December 1, 2026',
      }),
    ).toBe(text),
  )
})
