import { expect, it } from 'vitest'
import { isBestCertain } from './certainty.ts'
import { decideOn } from './decision.ts'
import type { SearchHit, SearchOutcome } from './outcome.ts'
import { FEATURES } from './weights.ts'

const hitOf = (score: number, likeness = 0.6): SearchHit => ({
  chunk_id: String(score),
  kind: 'faq',
  source_id: 's',
  language: 'en',
  question: 'Q',
  alternatives: [],
  body: 'B',
  score,
  features: { ...(Object.fromEntries(FEATURES.map((name) => [name, 0])) as SearchHit['features']), likeness },
  best_sentence: 0,
  same_as: [],
})

const outcomeOf = (...hits: SearchHit[]): SearchOutcome => ({
  hits,
  margin: 0,
  query: { language: 'en', words: [], content: 3, known: 3, unknown: 0, doubtful: 0, repaired: [] },
})

it('is the best for certain where it leads, or stands alone', () => {
  expect(isBestCertain(outcomeOf(hitOf(3), hitOf(1.5), hitOf(1)))).toBe(true)
  expect(isBestCertain(outcomeOf(hitOf(2)))).toBe(true)
  expect(isBestCertain(outcomeOf(hitOf(2), hitOf(1.98), hitOf(1.9)))).toBe(false)
  expect(isBestCertain(outcomeOf())).toBe(false)
})

it('is the best however like it others are, where it was asked word for word', () => {
  expect(isBestCertain(outcomeOf(hitOf(2, 1), hitOf(1.98), hitOf(1.9)))).toBe(true)
})

it('shows the closest entries where none of them leads, and changes no other decision', () => {
  const bounds = { answer: 1, refuse: -1 }
  const close = outcomeOf(hitOf(2), hitOf(1.98), hitOf(1.9))
  const clear = outcomeOf(hitOf(3), hitOf(1), hitOf(1))
  expect([2, 0, -2].map((z) => decideOn(close, z, bounds))).toEqual(['suggest', 'suggest', 'refuse'])
  expect([2, 0, -2].map((z) => decideOn(clear, z, bounds))).toEqual(['answer', 'suggest', 'refuse'])
})
