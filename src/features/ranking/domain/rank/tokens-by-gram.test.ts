import { expect, it } from 'vitest'
import { refund } from '../../../../../tests/support/content/indexed-entries.ts'
import { MemoryIndex } from '../memory-index/memory-index.ts'
import type { PackedEntries } from '../memory-index/packed-entries.ts'
import { PackedEntry } from '../memory-index/packed-entry.ts'
import { tokenOf } from '../text/tokens.ts'
import { prepareEntry } from './prepared.ts'
import { tokensByGram } from './tokens-by-gram.ts'

const ENDINGS = ['able', 'age', 'al', 'ance', 'ed', 'er', 'ful', 'ing', 'ion', 'ish', 'ment', 'ness', 'or', 'ure']
const GRAMS = [...tokenOf('refunding', 'en').grams]

/** An index of entries with similar words, each with others. */
function indexOf(entryCount: number): MemoryIndex {
  const index = new MemoryIndex()
  for (let number = 0; number < entryCount; number++) {
    const question = ENDINGS.map((ending) => `refund${number}${ending}`).join(' ')
    index.add(number, prepareEntry({ ...refund(), question, alternatives: [], body: '返金' }))
  }
  return index
}

/** The tokens with a gram that the entries in these slots have, read from their words. */
function tokensWith(gram: number, entries: PackedEntries, slots: number[]): number[] {
  const packedEntry = new PackedEntry()
  const found = slots.flatMap((slot) => {
    entries.read(slot, packedEntry)
    return Array.from({ length: packedEntry.words }, (_, wordIndex) => packedEntry.token(wordIndex))
  })
  return [...new Set(found)].filter((tokenNumber) => {
    const { grams, isPair } = entries.tokens.token(tokenNumber)
    return !isPair && grams.includes(gram)
  })
}

const sorted = (tokenNumbers: ArrayLike<number>) => Array.from(tokenNumbers).sort((left, right) => left - right)

it('returns all tokens of a gram when few have it', () => {
  const { entries } = indexOf(30)
  const slots = Array.from({ length: 30 }, (_, slot) => slot)
  const [found] = tokensByGram([GRAMS[0]!], entries, slots)
  expect(found).toHaveLength(30 * ENDINGS.length)
  expect(sorted(found!)).toEqual(sorted(tokensWith(GRAMS[0]!, entries, slots)))
})

it('returns the tokens of the candidates when many others have the gram', () => {
  const { entries } = indexOf(300)
  const slots = [7, 123]
  const found = tokensByGram(GRAMS, entries, slots)
  expect(found[0]).toHaveLength(2 * ENDINGS.length)
  expect(found.map(sorted)).toEqual(GRAMS.map((gram) => sorted(tokensWith(gram, entries, slots))))
})
