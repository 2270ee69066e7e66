import { describe, expect, it } from 'vitest'
import { monthlyPriceInCents, previewChange } from './change-plan.ts'

const start = new Date('2026-03-01T00:00:00Z')
const end = new Date('2026-03-31T00:00:00Z')
const of = (plan: 'starter' | 'pro') => ({ plan, current_period_start: start, current_period_end: end })

describe('the price of a plan change', () => {
  it('is computed in cents', () =>
    expect([monthlyPriceInCents('starter'), monthlyPriceInCents('pro')]).toEqual([1999, 3499]))

  it.each([
    ['at the start of the period: the whole difference', '2026-03-01T00:00:00Z', 1500],
    ['in its middle: half of the difference', '2026-03-16T00:00:00Z', 750],
    ['the same instant, written in another time zone', '2026-03-16T09:00:00+09:00', 750],
    ['in its last second: nothing', '2026-03-30T23:59:59Z', 0],
    ['after its end: nothing, because the renewal is due', '2026-04-02T00:00:00Z', 0],
    ['before its start by a slow clock: at most the whole difference', '2026-02-27T00:00:00Z', 1500],
  ])('for an upgrade: %s', (_, now, due_now) => {
    const at = new Date(now)
    expect(previewChange(of('starter'), 'pro', at)).toEqual({
      plan: 'pro',
      takes_effect: 'now',
      at: at.toISOString(),
      due_now,
      then_monthly: 3499,
      currency: 'usd',
    })
  })

  it('is nothing for a downgrade, which waits for the end of the paid period', () => {
    expect(previewChange(of('pro'), 'starter', new Date('2026-03-16T00:00:00Z'))).toEqual({
      plan: 'starter',
      takes_effect: 'period_end',
      at: end.toISOString(),
      due_now: 0,
      then_monthly: 1999,
      currency: 'usd',
    })
  })

  it('applies immediately when no period is known or it has ended', () => {
    const unknown = { plan: 'pro' as const, current_period_start: null, current_period_end: null }
    expect(previewChange(unknown, 'starter', start)).toMatchObject({ takes_effect: 'now', due_now: 0 })
    expect(previewChange(of('pro'), 'starter', end)).toMatchObject({ takes_effect: 'now', due_now: 0 })
    expect(previewChange({ ...unknown, plan: 'starter' }, 'pro', start)).toMatchObject({ due_now: 0 })
  })
})
