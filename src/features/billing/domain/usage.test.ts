import { describe, expect, it } from 'vitest'
import { faqUsageText, type UsageLevel, usageLevelOf } from './usage.ts'

describe('the used share of a limit', () => {
  it.each<[number, number | null, UsageLevel]>([
    [0, 50, 'fine'],
    [39, 50, 'fine'],
    [40, 50, 'near'],
    [49, 50, 'near'],
    [50, 50, 'full'],
    [51, 50, 'over'],
    [0, 1, 'fine'],
    [1, 1, 'full'],
    [2, 1, 'over'],
    [1_000_000, null, 'fine'],
  ])('%s of %s is %s', (used, limit, usage) => expect(usageLevelOf(used, limit)).toBe(usage))
})

describe('the usage text', () => {
  it.each([
    [39, 50, null],
    [40, 50, 'You have used 40 of the 50 FAQs of your plan.'],
    [50, 50, 'You have used all 50 FAQs of your plan. To add more, upgrade to Pro or archive some.'],
    [
      80,
      50,
      'You have 80 FAQs, and your plan allows 50. All of them stay and keep answering. To add more, upgrade to Pro or archive some.',
    ],
    [80, null, null],
  ])('%s of %s', (used, limit, text) => expect(faqUsageText(used, limit)).toBe(text))

  it.each([
    [40, 'You have used 40 of the 50 FAQs of the plan.'],
    [50, 'You have used all 50 FAQs of the plan. To add more, archive some, or ask Ada Weaver for the Pro plan.'],
    [
      80,
      'You have 80 FAQs, and the plan allows 50. All of them stay and keep answering. To add more, archive some, or ask Ada Weaver for the Pro plan.',
    ],
  ])('%s of 50, for a user who does not pay', (used, text) => expect(faqUsageText(used, 50, 'Ada Weaver')).toBe(text))
})
