import { describe, expect, it } from 'vitest'
import { decide } from './decision.ts'

describe('the decision', () => {
  it('has the bounds belong to the better outcome', () => {
    const bounds = { answer: 1, refuse: -1 }
    expect([1, 0.99, -1, -1.01].map((z) => decide(z, bounds))).toEqual(['answer', 'suggest', 'suggest', 'refuse'])
  })
})
