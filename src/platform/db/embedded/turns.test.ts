import { describe, expect, it } from 'vitest'
import { Turns } from './turns.ts'

const turns = () => new Turns({ grace: 4, served: 1_000, longest: 250 })

/** A transaction from one moment to another. */
function transaction(of: Turns, background: boolean, began: number, ended: number): void {
  of.begins(background, began)
  of.ends(background, ended)
}

describe('turns at the only session', () => {
  it('lets background work begin at once while nobody else has asked', () => {
    const idle = turns()
    expect(idle.restFor(0)).toBe(0)
    transaction(idle, true, 0, 100)
    expect(idle.restFor(100)).toBe(0)
  })

  it('waits a moment after a request: its next statement is on the way', () => {
    const asked = turns()
    transaction(asked, true, 0, 1)
    transaction(asked, false, 50, 60)
    expect(asked.restFor(60)).toBe(4)
    expect(asked.restFor(63)).toBe(1)
    expect(asked.restFor(64)).toBe(0)
  })

  it('takes half of the time at most while requests are served', () => {
    const shared = turns()
    transaction(shared, false, 0, 5)
    transaction(shared, true, 10, 40)
    expect(shared.restFor(40)).toBe(30)
    expect(shared.restFor(70)).toBe(0)
  })

  it('rests no longer than the bound, however many requests there are and however long it held them up', () => {
    const busy = turns()
    transaction(busy, true, 0, 2_000)
    transaction(busy, false, 2_000, 2_005)
    expect(busy.restFor(2_005)).toBe(245)
    transaction(busy, false, 2_010, 2_249)
    expect(busy.restFor(2_249)).toBe(1)
    expect(busy.restFor(2_250)).toBe(0)
  })

  it('has everything to itself again when no request has come for a while', () => {
    const quiet = turns()
    transaction(quiet, false, 0, 5)
    transaction(quiet, true, 1_000, 1_200)
    expect(quiet.restFor(1_200)).toBe(0)
  })
})
