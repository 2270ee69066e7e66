import { describe, expect, it } from 'vitest'
import type { SearchHit, SearchOutcome } from '../outcome.ts'
import type { RankedEntry } from './rank.ts'
import {
  addSemanticFeature,
  isSemanticallyNear,
  LISTED_FROM,
  type SemanticWeight,
  semanticFeature,
} from './semantic-feature.ts'
import { FEATURES } from './weights.ts'

function hitOf(options: { words: number; semantic?: number }): SearchHit {
  const none = Object.fromEntries(FEATURES.map((name) => [name, 0])) as unknown as SearchHit['features']
  const { semantic } = options
  return {
    chunk_id: 'a',
    kind: 'faq',
    source_id: 's',
    language: 'en',
    question: 'Q',
    alternatives: [],
    body: 'B',
    score: options.words,
    words: options.words,
    features: { ...none, ...(semantic === undefined ? {} : { semantic }) },
    best_sentence: 0,
    same_as: [],
  }
}

const outcomeOf = (hit: SearchHit, contentWords = 3): SearchOutcome => ({
  hits: [hit],
  margin: 0,
  query: {
    language: 'en',
    words: ['a', 'b', 'c'],
    contentWords,
    knownWords: contentWords,
    unknownWords: 3,
    rarity: new Map(),
  },
})

describe('the semantic feature', () => {
  it("does not depend on a model's cosine of unrelated texts", () => {
    expect(semanticFeature(0.55, 0.1)).toBeCloseTo(0.5)
    expect(semanticFeature(0.875, 0.75)).toBeCloseTo(0.5)
    expect([semanticFeature(1, 0.3), semanticFeature(0.3, 0.3), semanticFeature(-0.2, 0.1)]).toEqual([1, 0, 0])
    expect([semanticFeature(1, 1), semanticFeature(Number.NaN, Number.NaN)]).toEqual([0, 0])
  })

  it('adds to the word score, sorts again, and removes entries that match neither', () => {
    const entries = [
      { id: 'words', words: 1 },
      { id: 'meaning', words: 0 },
      { id: 'unknown', words: 0.1 },
      { id: 'far', words: 0 },
    ]
    const ranked: RankedEntry[] = entries.map(({ words }, slot) => ({ ...hitOf({ words }), slot }))
    const idOf = (slot: number) => entries[slot]!.id
    const cosines = new Map([
      ['words', 0.1],
      ['meaning', 0.9],
      ['far', LISTED_FROM - 0.01],
    ])
    const sortedBy = (weight: SemanticWeight) =>
      addSemanticFeature(ranked, { similarities: { cosines, unrelated: 0 }, weight }, idOf)
    const sorted = sortedBy({ weight: 1.5, reach: null })
    expect(sorted.map(({ slot }) => idOf(slot))).toEqual(['meaning', 'words', 'unknown'])
    expect(sorted.map((hit) => hit.features.semantic)).toEqual([0.9, 0.1, 0])
    expect(sorted.map((hit) => hit.score)).toEqual([1.35, 1.15, 0.1])
    expect(sorted.map((hit) => hit.words)).toEqual([0, 1, 0.1])
    expect(sorted.map((hit) => hit.features)).not.toContainEqual(
      expect.objectContaining({ beyond_everyday: expect.anything() }),
    )
    const [nearest, , farther] = addSemanticFeature(
      ranked,
      { similarities: { cosines, unrelated: 0, everyday: 0.5 }, weight: { weight: 1.5, reach: null } },
      idOf,
    )
    expect(nearest?.features.beyond_everyday).toBeCloseTo(0.8)
    expect(farther?.features).not.toHaveProperty('beyond_everyday')
    // The best hit by words has half of the reach: meaning counts half.
    expect(sortedBy({ weight: 1.5, reach: 2 }).map((hit) => hit.score)).toEqual([1.075, 0.675, 0.1])
    // Meaning plays no part: what it alone found is not listed.
    expect(sortedBy({ weight: 1.5, reach: 1 }).map(({ slot }) => idOf(slot))).toEqual(['words', 'unknown'])
  })
})

describe('semantic search without matching words', () => {
  it.each([
    ['no vector', {}, false],
    ['weak meaning', { semantic: 0.3 }, false],
    ['strong meaning', { semantic: 0.45 }, true],
  ] as const)('%s', (_name, options, isNear) => {
    expect(isSemanticallyNear(outcomeOf(hitOf({ words: 0, ...options })))).toBe(isNear)
  })

  it('is not sufficient for a question of function words only', () => {
    expect(isSemanticallyNear(outcomeOf(hitOf({ words: 0, semantic: 1 }), 0))).toBe(false)
  })
})
