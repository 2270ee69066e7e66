import { expect, it } from 'vitest'
import model from './answer-gate.json' with { type: 'json' }
import { probabilityRight, tierOf } from './answer-gate.ts'

const GATE = { bias: 0, features: { lead: { weight: 1, mean: 0.5, deviation: 0.5 } } }

it('a feature moves the probability by its weight, and a missing one not at all', () => {
  expect(probabilityRight({}, GATE)).toBe(0.5)
  expect(probabilityRight({ lead: 1 }, GATE)).toBeCloseTo(1 / (1 + Math.exp(-1)))
  expect(probabilityRight({ lead: 1_000 }, GATE)).toBeCloseTo(1 / (1 + Math.exp(-4)))
})

it('answers, shows the closest topics, or refuses', () => {
  expect([0.99, model.suggest_from, 0].map(tierOf)).toEqual(['answer', 'suggest', 'refuse'])
})
