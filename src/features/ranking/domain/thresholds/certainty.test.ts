import { expect, it } from 'vitest'
import type { SearchHit, SearchOutcome } from '../outcome.ts'
import { FEATURES } from '../rank/weights.ts'
import { isBestCertain } from './certainty.ts'
import { decideOn } from './decision.ts'

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
  shared: 1,
  best_sentence: 0,
  same_as: [],
})

const outcomeOf = (...hits: SearchHit[]): SearchOutcome => outcomeWith(0, ...hits)
const outcomeWith = (unknown: number, ...hits: SearchHit[]): SearchOutcome => ({
  hits,
  margin: 0,
  query: {
    language: 'en',
    words: [],
    content: 3,
    known: 3 - unknown,
    unknown,
    strange: unknown,
    doubtful: 0,
    repaired: [],
  },
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

it('is not where a word is unknown and the hit has too few of the others, unless it means the same', () => {
  const certainWith = (unknown: number, more: Partial<SearchHit>) =>
    isBestCertain(outcomeWith(unknown, { ...hitOf(3), ...more }, hitOf(1)))
  expect([2 / 3, 0.5, 0.34, 1 / 3, 0].map((shared) => certainWith(1, { shared }))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  expect([0.5, 0.49, 1 / 3].map((shared) => certainWith(1, { kind: 'passage', shared }))).toEqual([true, false, false])
  expect(certainWith(0, { shared: 1 / 3 })).toBe(true)
  const { features } = hitOf(3)
  expect(certainWith(1, { shared: 1 / 3, features: { ...features, semantic: 0.55 } })).toBe(true)
  expect(certainWith(1, { shared: 1 / 3, features: { ...features, semantic: 0.54 } })).toBe(false)
})
