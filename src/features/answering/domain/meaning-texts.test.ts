import { describe, expect, it } from 'vitest'
import type { MeaningReport } from '../contract.ts'
import { describeEffect, describeProgress, describeState } from './meaning-texts.ts'

const report = (values: Partial<MeaningReport>): MeaningReport => ({
  state: 'complete',
  missing_model: null,
  entries: 312,
  understood: 312,
  words_only: 0,
  effect: null,
  ...values,
})
const fitted = (phrasings: number, byWords: number, withMeaning: number, counts = true): string =>
  describeEffect(
    report({ effect: { counts, fit: { phrasings, found_by_words: byWords, found_with_meaning: withMeaning } } }),
  )

it('counts the entries that have embeddings', () => {
  expect(describeProgress(report({ understood: 240 }))).toBe('240 of 312 entries')
  expect(describeProgress(report({ entries: 1, understood: 0 }))).toBe('0 of 1 entry')
})

it.each<[Partial<MeaningReport>, string]>([
  [{ state: 'off' }, 'uses words only'],
  [{ state: 'off', missing_model: 'multilingual-e5-small' }, 'npm run model:get -- multilingual-e5-small'],
  [{ state: 'unavailable', understood: 240 }, 'not available at the moment'],
  [{ state: 'running', understood: 240 }, 'The encoder is running.'],
  [{ entries: 0, understood: 0 }, 'once they are published'],
  [{ understood: 311, words_only: 1 }, '1 entry is found by words only'],
  [{ understood: 300, words_only: 12 }, '12 entries are found by words only'],
])('describes the state %j', (values, text) => {
  expect(describeState(report(values))).toContain(text)
})

it('is empty for a state without problems', () => {
  expect(describeState(report({}))).toBe('')
})

describe('the effect of the weight', () => {
  it('is empty before the weight was fitted', () => {
    expect(describeEffect(report({}))).toBe('')
  })

  it('is the number of phrasings that only semantic search finds', () => {
    expect(fitted(80, 58, 70)).toBe(
      'Meaning counts: finds 12 more of 80 phrasings (70 in first place, 58 by words only).',
    )
  })

  it('is no gain when no more phrasings are found', () => {
    expect(fitted(80, 70, 70)).toContain('of 80 phrasings it finds as many')
    expect(fitted(80, 70, 68)).toContain('of 80 phrasings it finds 2 fewer')
  })

  it('is nothing when the semantic weight is zero', () => {
    expect(fitted(80, 70, 70, false)).toBe('Meaning does not help here, so ranking uses words only.')
  })

  it('is unknown with too few phrasings', () => {
    expect(describeEffect(report({ effect: { counts: true, fit: null } }))).toContain('once 20 FAQs')
  })
})
