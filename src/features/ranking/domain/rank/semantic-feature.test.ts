import { describe, expect, it } from 'vitest'
import type { SearchHit, SearchOutcome } from '../outcome.ts'
import type { RankedEntry } from './rank.ts'
import {
  addMeaning,
  LISTED_FROM,
  SEMANTIC_WEIGHT,
  semanticFeature,
  tierByMeaning,
  wordScore,
} from './semantic-feature.ts'
import { FEATURES } from './weights.ts'

function hitOf(options: {
  id?: string
  kind?: 'faq' | 'passage'
  words: number
  semantic?: number
  coverage?: number
}): SearchHit {
  const none = Object.fromEntries(FEATURES.map((name) => [name, 0])) as unknown as SearchHit['features']
  const { semantic } = options
  return {
    chunk_id: options.id ?? 'a',
    kind: options.kind ?? 'faq',
    source_id: 's',
    language: 'en',
    question: 'Q',
    alternatives: [],
    body: 'B',
    score: options.words + SEMANTIC_WEIGHT * (semantic ?? 0),
    features: { ...none, coverage: options.coverage ?? 0, ...(semantic === undefined ? {} : { semantic }) },
    best_sentence: 0,
    same_as: [],
  }
}

const outcomeOf = (hit: SearchHit, content = 3): SearchOutcome => ({
  hits: [hit],
  margin: 0,
  query: {
    language: 'en',
    words: ['a', 'b', 'c'],
    content,
    known: content,
    unknown: 3,
    strange: 3,
    doubtful: 0,
    repaired: [],
    rarity: new Map(),
  },
})

describe('the feature', () => {
  it('means the same whatever cosine a model gives to unrelated texts', () => {
    expect(semanticFeature(0.55, 0.1)).toBeCloseTo(0.5)
    expect(semanticFeature(0.875, 0.75)).toBeCloseTo(0.5)
    expect([semanticFeature(1, 0.3), semanticFeature(0.3, 0.3), semanticFeature(-0.2, 0.1)]).toEqual([1, 0, 0])
    expect([semanticFeature(1, 1), semanticFeature(Number.NaN, Number.NaN)]).toEqual([0, 0])
  })

  it('adds to the words, sorts anew, and drops what is near in neither', () => {
    const ranked: RankedEntry[] = [
      hitOf({ id: 'words', words: 1 }),
      hitOf({ id: 'meaning', words: 0 }),
      hitOf({ id: 'unknown', words: 0.1 }),
      hitOf({ id: 'far', words: 0 }),
    ].map((hit) => ({ hit, fingerprint: hit.chunk_id }))
    const cosines = new Map([
      ['words', 0.1],
      ['meaning', 0.9],
      ['far', LISTED_FROM - 0.01],
    ])
    const sorted = addMeaning(ranked, { cosines, level: 0 }).map(({ hit }) => hit)
    expect(sorted.map((hit) => hit.chunk_id)).toEqual(['meaning', 'words', 'unknown'])
    expect(sorted.map((hit) => hit.features.semantic)).toEqual([0.9, 0.1, 0])
    expect(sorted[0]?.score).toBeCloseTo(SEMANTIC_WEIGHT * 0.9)
    expect(sorted.map((hit) => Math.round(wordScore(hit) * 1e6) / 1e6)).toEqual([0, 1, 0.1])
  })
})

describe('the decision by meaning', () => {
  it.each([
    ['no vector', {}, null],
    ['weak meaning', { semantic: 0.3 }, null],
    ['strong meaning', { semantic: 0.45 }, 'suggest'],
    ['stronger, but no word in common', { semantic: 0.7 }, 'suggest'],
    ['stronger, with words in common', { semantic: 0.6, coverage: 0.4 }, 'answer'],
    ['weaker, with words in common', { semantic: 0.3, coverage: 0.4 }, null],
    ['all but the same as a FAQ', { semantic: 0.85 }, 'answer'],
    ['all but the same as a passage', { semantic: 0.85, kind: 'passage' }, 'suggest'],
  ] as const)('%s', (_name, options, tier) => {
    expect(tierByMeaning(outcomeOf(hitOf({ words: 0, ...options })))).toBe(tier)
  })

  it('is none for a question that asks nothing', () => {
    expect(tierByMeaning(outcomeOf(hitOf({ words: 0, semantic: 1 }), 0))).toBeNull()
  })
})
