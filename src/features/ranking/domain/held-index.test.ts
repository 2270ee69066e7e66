import { describe, expect, it } from 'vitest'
import { filler, password, refund, team } from '../../../../tests/support/indexed-entries.ts'
import type { IndexEntry } from './entry.ts'
import { HeldIndex } from './held-index.ts'
import { prepareEntry } from './prepared.ts'

const asked = (...terms: string[]) => ({
  language: 'en',
  terms: terms.map((term, group) => ({ term, weight: 1, group })),
  synonyms: [],
  tokens: [],
  alternates: [],
  unknown: 0,
})

const indexOf = (entries: IndexEntry[]) => {
  const index = new HeldIndex()
  entries.forEach((entry, i) => {
    index.add(i + 1, prepareEntry(entry))
  })
  return index
}

const summary = (index: HeldIndex) => ({
  size: index.size,
  words: index.words,
  languages: index.languages,
  averages: index.averages,
  frequencies: [...index.documentFrequency].sort(),
})

describe('an index in memory', () => {
  it('is, after entries have gone, as if they had never been there', () => {
    const german = { ...team(), language: 'de', question: 'Wie lade ich jemanden ein?', alternatives: ['Kollegen'] }
    const index = indexOf([refund(), german, password()])
    index.remove(2)
    index.remove(2)
    index.remove(99)
    const never = indexOf([refund(), password()])
    expect(summary(index)).toEqual(summary(never))
    expect([...index.numbers]).toEqual([1, 3])
    expect(index.vocabulary.termOf('kollegen')).toBeUndefined()
    expect(index.vocabulary.near('kolegen')).toEqual([])
    expect(index.holes).toBe(1)
  })

  it('keeps a word for as long as one entry uses it', () => {
    const index = indexOf([refund(), { ...refund(), question: 'Where is my refund?' }])
    index.remove(1)
    expect(index.vocabulary.near('refnud').map(({ word }) => word)).toEqual(['refund'])
    expect(index.vocabulary.beginningWith('ref', 5)).toEqual([index.vocabulary.termOf('refund')])
    index.remove(2)
    expect(index.vocabulary.near('refnud')).toEqual([])
  })

  it('offers all entries while they are few, and the most promising first where they are many', () => {
    const few = indexOf([refund(), password()])
    expect(few.candidates(asked('refund'))).toHaveLength(2)
    const many = indexOf([...filler(300), refund(), password()])
    const found = many.candidates(asked('refund', 'catalogu'))
    expect(found).toHaveLength(200)
    expect(found[0]?.entry.question).toBe('How do I get a refund?')
    expect(many.candidates(asked('refund')).map(({ entry }) => entry.question)).toEqual(['How do I get a refund?'])
    many.remove(301)
    expect(many.candidates(asked('refund'))).toEqual([])
  })
})
