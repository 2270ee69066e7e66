import { describe, expect, it } from 'vitest'
import type { IndexEntry } from '../entry.ts'
import { Blocks } from '../memory-index/blocks.ts'
import { PackedEntries } from '../memory-index/packed-entries.ts'
import { analyzeQuery, otherTerms, questionTokens, synonymTerms } from '../query/query-analysis.ts'
import { prepareEntry } from './prepared.ts'
import type { Collection } from './question.ts'
import { rankEntries } from './rank.ts'
import { FEATURES } from './weights.ts'

function search(text: string, entries: (Partial<IndexEntry> & { question: string })[], language = 'en') {
  const prepared = entries.map((entry, index) =>
    prepareEntry({
      chunk_id: String(index),
      kind: 'faq',
      source_id: String(index),
      language,
      alternatives: [],
      body: '',
      ...entry,
    }),
  )
  const packed = new PackedEntries(new Blocks())
  const slots = prepared.map((entry) => packed.add(entry))
  const documentFrequency = new Map<string, number>()
  for (const { words } of prepared) {
    for (const term of new Set(words.map((word) => word.term))) {
      documentFrequency.set(term, (documentFrequency.get(term) ?? 0) + 1)
    }
  }
  const collection: Collection = {
    entries: entries.length,
    averages: { question: 6, alternatives: 6, body: 20, phrasing: 6, sentence: 20 },
    documentFrequency,
    complete: true,
  }
  const isKnown = (term: string) => documentFrequency.has(term)
  const tokens = questionTokens(text, language)
  const { asked } = analyzeQuery({
    tokens,
    language,
    alternates: otherTerms(tokens, language, [language]),
    isKnown,
    corrections: new Map(),
    completions: [],
    synonyms: synonymTerms(tokens, language, (term) => documentFrequency.get(term) ?? 0),
  })
  return rankEntries(asked, packed, slots, collection).map((ranked) => ({ ...ranked, ...packed.entry(ranked.slot) }))
}

describe('the ranking', () => {
  it('puts the entry with the same question first, with features from 0 to 1', () => {
    const hits = search('How can I change my delivery address?', [
      { question: 'How do I pay?', body: 'Change the card under Billing. The address does not matter for delivery.' },
      { question: 'Changing the delivery address', body: 'Under Orders.' },
    ])
    expect(hits[0]!.question).toBe('Changing the delivery address')
    for (const hit of hits) {
      for (const name of FEATURES) {
        expect([name, hit.features[name] >= 0 && hit.features[name] <= 1.0001]).toEqual([name, true])
      }
    }
  })

  it('gives a repeated question the full score', () => {
    const [hit] = search('reset my password', [{ question: 'Reset my password' }, { question: 'Delivery times' }])
    expect(hit!.features.coverage).toBeCloseTo(1)
    expect(hit!.features.similarity).toBeGreaterThan(0.95)
  })

  it('finds synonyms, other spellings and related forms', () => {
    const entries = [{ question: 'Requesting a refund' }, { question: 'Opening times' }, { question: 'Vaccinations' }]
    expect(search('reimbursement', entries)[0]!.question).toBe('Requesting a refund')
    expect(search('vaccine', entries)[0]!.question).toBe('Vaccinations')
    expect(search('my fav colour', [{ question: 'Shoe sizes' }, { question: 'Color' }])[0]!.question).toBe('Color')
  })

  it('prefers words that are close together', () => {
    const hits = search('credit card limit', [
      { question: 'Help', body: 'A card for the library. The credit for returned bottles. Every account has a limit.' },
      {
        question: 'Help',
        body: 'Bottles, books and accounts. Raise the credit card limit in the app, any time you like.',
      },
    ])
    expect(hits[0]!.chunk_id).toBe('1')
    expect(hits[0]!.best_sentence).toBe(1)
  })

  it('keeps the order of entries with equal scores', () => {
    const hits = search('refund', [{ question: 'Refund' }, { question: 'Refund' }])
    expect(hits.map((hit) => hit.chunk_id)).toEqual(['0', '1'])
  })

  it('handles entries and questions without words', () => {
    expect(search('refund', [{ question: '', body: '' }])[0]!.score).toBe(0)
    expect(search('…', [{ question: 'Refund' }])[0]!.score).toBe(0)
  })
})
