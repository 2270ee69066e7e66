import { describe, expect, it } from 'vitest'
import { FairScheduler } from './fair-scheduler.ts'

const turns = () => new FairScheduler({ grace: 4, served: 1_000, long: 5, each: 10, most: 20, longest: 250 })

/** A transaction from one moment to another. */
function transaction(of: FairScheduler, background: boolean, began: number, ended: number): void {
  of.begins(background, began)
  of.ends(background, ended)
}

describe('turns at the only session', () => {
  it('start background work immediately while no request has arrived', () => {
    const idle = turns()
    expect(idle.restFor(0)).toBe(0)
    transaction(idle, true, 0, 100)
    expect(idle.restFor(100)).toBe(0)
  })

  it('delay background work for a moment after a request, whose next statement may follow', () => {
    const asked = turns()
    transaction(asked, true, 0, 1)
    transaction(asked, false, 50, 60)
    expect(asked.restFor(60)).toBe(4)
    expect(asked.restFor(63)).toBe(1)
    expect(asked.restFor(64)).toBe(0)
  })

  it('give background work at most half of the time while few requests are served', () => {
    const shared = turns()
    transaction(shared, false, 0, 5)
    transaction(shared, true, 10, 40)
    expect(shared.restFor(40)).toBe(30)
    expect(shared.restFor(70)).toBe(0)
  })

  it('give background work less time the more requests are served', () => {
    const asked = (requests: number) => {
      const crowd = turns()
      for (let index = 0; index < requests; index++) transaction(crowd, false, 100, 101)
      transaction(crowd, true, 110, 120)
      return crowd.restFor(120)
    }
    expect(asked(10)).toBe(10)
    expect(asked(50)).toBe(50)
    expect(asked(200)).toBe(200)
    expect(asked(1_000)).toBe(200)
  })

  it('do not count requests that take no time', () => {
    const crowd = turns()
    for (let index = 0; index < 1_000; index++) transaction(crowd, false, 100, 101)
    transaction(crowd, true, 110, 114)
    expect(crowd.restFor(114)).toBe(4)
  })

  it('count earlier requests less over time', () => {
    const crowd = turns()
    for (let index = 0; index < 100; index++) transaction(crowd, false, 100, 101)
    transaction(crowd, false, 1_490, 1_500)
    transaction(crowd, true, 1_500, 1_520)
    // Half of the hundred, and the one since.
    expect(crowd.restFor(1_520)).toBeCloseTo(20 * (0.48 * 10 + 0.1), 5)
    transaction(crowd, false, 2_900, 2_910)
    transaction(crowd, true, 2_920, 2_940)
    expect(crowd.restFor(2_940)).toBe(20)
  })

  it('delay background work no longer than the limit, for any number and length of requests', () => {
    const busy = turns()
    transaction(busy, true, 0, 2_000)
    transaction(busy, false, 2_000, 2_005)
    expect(busy.restFor(2_005)).toBe(245)
    transaction(busy, false, 2_010, 2_249)
    expect(busy.restFor(2_249)).toBe(1)
    expect(busy.restFor(2_250)).toBe(0)
  })

  it('give background work all the time after a period without requests', () => {
    const quiet = turns()
    transaction(quiet, false, 0, 5)
    transaction(quiet, true, 1_000, 1_200)
    expect(quiet.restFor(1_200)).toBe(0)
  })
})
