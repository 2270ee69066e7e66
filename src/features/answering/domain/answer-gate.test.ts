import { expect, it } from 'vitest'
import model from './answer-gate.json' with { type: 'json' }
import { answerFrom, probabilityRight, tierOf } from './answer-gate.ts'

const GATE = { bias: 0, features: { lead: { weight: 1, mean: 0.5, deviation: 0.5 } } }

it('a feature changes the probability by its weight, and a missing one does not change it', () => {
  expect(probabilityRight({}, GATE)).toBe(0.5)
  expect(probabilityRight({ lead: 1 }, GATE)).toBeCloseTo(1 / (1 + Math.exp(-1)))
  expect(probabilityRight({ lead: 1_000 }, GATE)).toBeCloseTo(1 / (1 + Math.exp(-4)))
})

it('the gate answers, suggests the closest topics, or refuses', () => {
  const tiers = [0.99, model.suggest_from, 0].map((probability) => tierOf(probability, 'usual'))
  expect(tiers).toEqual(['answer', 'suggest', 'refuse'])
})

it('the level "less" requires eight times the odds, and "more" half of them', () => {
  const gate = { answer_from: 0.75 }
  expect(answerFrom('usual', gate)).toBe(0.75)
  expect(answerFrom('less', gate)).toBeCloseTo(0.96)
  expect(answerFrom('more', gate)).toBeCloseTo(0.6)
})

it('no level allows an answer that is more likely wrong than right', () => {
  expect(answerFrom('more', { answer_from: 0.62 })).toBe(0.5)
  expect(answerFrom('more', { answer_from: 0.4 })).toBeCloseTo(0.4)
})

it('a level changes only the threshold of answers', () => {
  for (const level of ['less', 'usual', 'more'] as const) {
    expect(tierOf(model.suggest_from, level)).toBe('suggest')
    expect(tierOf(model.suggest_from - 0.01, level)).toBe('refuse')
  }
})
