import { expect, it } from 'vitest'
import { type PhrasingSupport, supportsDraft } from './draft-support.ts'
import type { WeightedWord } from './section.ts'

const word = (text: string, weight = 0.7, synonyms: string[] = []): WeightedWord => ({
  ...{ word: text, term: text, weight, synonyms },
})
const phrasing = (words: WeightedWord[], isAnswered = true): PhrasingSupport => ({ words, isAnswered })
const section = (text: string) => ({ terms: new Set(text.split(' ')) })
const none = new Set<string>()

it('requires every word that limits the question, and no uninformative word', () => {
  const asked = phrasing([word('install'), word('linux'), word('get', 0.3)])
  expect(supportsDraft(section('install linux'), asked, { all: [asked], named: none })).toBe(true)
  expect(supportsDraft(section('install windows'), asked, { all: [asked], named: none })).toBe(false)
})

it('accepts a similar word, but not for a word that all phrasings share', () => {
  const stop = phrasing([word('stop', 0.7, ['cancel']), word('plan')])
  const end = phrasing([word('end'), word('plan')])
  expect(supportsDraft(section('cancel plan'), stop, { all: [stop, end], named: none })).toBe(true)
  const pin = phrasing([word('reset'), word('pin', 0.7, ['password'])])
  const forgot = phrasing([word('forgot'), word('pin')])
  expect(supportsDraft(section('reset password'), pin, { all: [pin, forgot], named: none })).toBe(false)
})

it('ignores people and the name of the workspace', () => {
  const asked = phrasing([word('share'), word('colleague'), word('lindel', 0.9)])
  expect(supportsDraft(section('share'), asked, { all: [asked], named: new Set(['lindel']) })).toBe(true)
  expect(supportsDraft(section('share'), asked, { all: [asked], named: none })).toBe(false)
})

it('requires a section that would be given as the answer', () => {
  const asked = phrasing([word('share')], false)
  expect(supportsDraft(section('share'), asked, { all: [asked], named: none })).toBe(false)
})
