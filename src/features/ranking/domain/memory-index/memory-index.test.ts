import { describe, expect, it } from 'vitest'
import { filler, password, refund, team } from '../../../../../tests/support/content/indexed-entries.ts'
import type { IndexEntry } from '../entry.ts'
import { prepareEntry } from '../rank/prepared.ts'
import { MemoryIndex } from './memory-index.ts'
import { PackedEntry } from './packed-entry.ts'

const asked = (...terms: string[]) => ({
  language: 'en',
  terms: terms.map((term, group) => ({ term, weight: 1, group })),
  synonyms: [],
  tokens: [],
  alternates: [],
  unknown: 0,
})

const indexOf = (entries: IndexEntry[]) => {
  const index = new MemoryIndex()
  entries.forEach((entry, i) => {
    index.add(i + 1, prepareEntry(entry))
  })
  return index
}

const questionsOf = (index: MemoryIndex, slots: number[]) => slots.map((slot) => index.entries.entry(slot).question)

const summary = (index: MemoryIndex) => ({
  size: index.size,
  languages: index.languages,
  averages: index.averages,
  frequencies: [...index.documentFrequency].sort(),
})

describe('an index in memory', () => {
  it('equals a new one after entries were removed', () => {
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
  })

  it('returns an entry as it was added', () => {
    const entries = [
      { ...refund(), alternatives: ['Can I have my money back?', '', 'money, money'] },
      { ...team(), language: 'de', question: 'Größe ändern?', body: 'Öffnen. Wählen Sie „Größe“. \n\nFertig!' },
      { ...team(), language: 'ja', question: '返金はできますか', body: '' },
      { ...team(), question: '', body: '' },
      { ...team(), kind: 'passage' as const, body: 'The word again. '.repeat(300) },
    ]
    const index = indexOf(entries)
    const packed = new PackedEntry()
    index.candidates(asked()).forEach((slot, number) => {
      expect(index.entries.entry(slot)).toEqual(entries[number])
      const { words, question, alternatives, body, repetitions, characters, lengths } = prepareEntry(entries[number]!)
      index.entries.read(slot, packed)
      const phrases = [question, ...alternatives, ...body]
      const given = phrases.map((_, phrase) => new Array(packed.length(phrase)))
      for (let word = 0; word < packed.words; word++) {
        expect(index.entries.tokens.token(packed.token(word))).toEqual(words[word])
        for (let place = packed.placesFrom(word); place < packed.placesTo(word); place++) {
          const phrase = phrases.findLastIndex((_, other) => packed.start(other) <= packed.position(place))
          given[phrase]![packed.position(place) - packed.start(phrase)] = word
        }
      }
      expect(given).toEqual(phrases.map((phrase) => [...phrase]))
      expect([packed.alternatives, packed.sentences]).toEqual([alternatives.length, body.length])
      expect([...packed.repetitions]).toEqual(repetitions)
      expect([packed.headCharacters, packed.bodyCharacters]).toEqual([characters.head, characters.body])
      expect(packed.lengthOf(1, alternatives.length)).toBe(lengths.alternatives)
      expect(packed.lengthOf(1 + alternatives.length, body.length)).toBe(lengths.body)
    })
  })

  it('reuses the slots of removed entries, and keeps its size over many changes', () => {
    const entries = filler(600)
    const index = indexOf(entries)
    for (const entryNo of [601, 602, 603]) {
      index.remove(entryNo - 600)
      index.add(entryNo, prepareEntry(entries[entryNo - 601]!))
    }
    const { bytes } = index
    for (let turn = 0; turn < 3000; turn++) {
      index.remove(turn + 4)
      index.add(turn + 604, prepareEntry(entries[(turn + 3) % 600]!))
    }
    expect(index.size).toBe(600)
    expect(index.bytes).toBeLessThan(bytes * 1.02)
    expect(summary(index)).toEqual(summary(indexOf(entries)))
    for (const word of ['17', 'catalogu']) expect(index.candidates(asked(word))).toHaveLength(word === '17' ? 1 : 200)
    for (const entryNo of [...index.numbers]) index.remove(entryNo)
    expect(summary(index)).toEqual(summary(new MemoryIndex()))
    expect(index.candidates(asked('catalogu'))).toEqual([])
  })

  it('reports its memory usage', () => {
    const few = indexOf(filler(300)).bytes
    const many = indexOf(filler(3000)).bytes
    expect(new MemoryIndex().bytes).toBeLessThan(10_000)
    expect(many / few).toBeGreaterThan(6)
    expect(many / 3000).toBeGreaterThan(400)
    expect(many / 3000).toBeLessThan(2500)
  })

  it('keeps a word while one entry uses it', () => {
    const index = indexOf([refund(), { ...refund(), question: 'Where is my refund?' }])
    index.remove(1)
    expect(index.vocabulary.near('refnud').map(({ word }) => word)).toEqual(['refund'])
    expect(index.vocabulary.beginningWith('ref', 5)).toEqual([index.vocabulary.termOf('refund')])
    index.remove(2)
    expect(index.vocabulary.near('refnud')).toEqual([])
  })

  it('completes a word by the shortest words with the same beginning', () => {
    const words = ['refunds', 'refund', 'refuse', 'reef', 'red', 'Refunding', 'r', 'other']
    const index = indexOf(words.map((question) => ({ ...refund(), question, body: '' })))
    const terms = (...found: string[]) => [...new Set(found.map((word) => index.vocabulary.termOf(word)))]
    expect(index.vocabulary.beginningWith('ref', 9)).toEqual(terms('refund', 'refuse', 'refunds', 'refunding'))
    expect(index.vocabulary.beginningWith('ref', 2)).toEqual(terms('refund', 'refuse'))
    expect(index.vocabulary.beginningWith('r', 3)).toEqual(terms('red', 'reef', 'refund'))
    expect(index.vocabulary.beginningWith('x', 3)).toEqual([])
    index.remove(2)
    expect(index.vocabulary.near('refund').map(({ word }) => word)).toContain('refunds')
    expect(index.vocabulary.beginningWith('refu', 1)).toEqual(terms('refuse'))
  })

  it('returns all of few entries as candidates, and the most promising of many first', () => {
    const few = indexOf([refund(), password()])
    expect(few.candidates(asked('refund'))).toHaveLength(2)
    few.add(3, prepareEntry(team()))
    few.remove(1)
    expect(questionsOf(few, few.candidates(asked('refund')))).toEqual([password().question, team().question])
    const many = indexOf([...filler(300), refund(), password()])
    const found = many.candidates(asked('refund', 'catalogu'))
    expect(found).toHaveLength(200)
    expect(questionsOf(many, found)[0]).toBe('How do I get a refund?')
    expect(questionsOf(many, many.candidates(asked('refund')))).toEqual(['How do I get a refund?'])
    many.remove(301)
    expect(many.candidates(asked('refund'))).toEqual([])
  })
})
