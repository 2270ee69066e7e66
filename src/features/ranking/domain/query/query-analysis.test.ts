import { describe, expect, it } from 'vitest'
import {
  analyzeQuery,
  applyCorrections,
  chooseCorrection,
  otherTerms,
  questionTokens,
  synonymTerms,
  unknownWords,
} from './query-analysis.ts'

const known = new Set(['refund', 'password', 'email', 'credit', 'card', 'how'])
const isKnown = (term: string) => known.has(term)

function ask(text: string, more: Partial<Parameters<typeof analyzeQuery>[0]> = {}) {
  const tokens = questionTokens(text, 'en')
  const alternates = otherTerms(tokens, 'en', ['en'])
  return analyzeQuery({
    tokens,
    language: 'en',
    alternates,
    isKnown,
    corrections: new Map(),
    completions: [],
    synonyms: [],
    ...more,
  })
}

describe('the analysis of a question', () => {
  it('returns its known terms, content words before function words', () => {
    const { asked, query } = ask('How do refunds quibble?')
    expect(asked.terms.map(({ term, weight }) => [term, weight])).toEqual([
      ['how', 1],
      ['refund', 1],
    ])
    expect(query).toMatchObject({ words: ['how', 'do', 'refunds', 'quibble'], contentWords: 2, unknownWords: 1 })
  })

  it('counts its known content words', () => {
    expect(ask('How do refunds quibble?').query.knownWords).toBe(1)
    expect(ask('How do I delete my account?').query).toMatchObject({ contentWords: 2, knownWords: 0 })
    expect(ask('what card is it').query).toMatchObject({ contentWords: 1, knownWords: 1 })
  })

  it('finds a word by other spellings', () => {
    const { asked, query } = ask('mails')
    expect(asked.terms.map((term) => term.term)).toEqual(['email'])
    expect(query.unknownWords).toBe(0)
  })

  it('counts repeated words once', () => {
    expect(ask('refund refund refunds').asked.terms).toHaveLength(1)
  })

  it('searches the other spellings of a corrected word too', () => {
    const spellings = [{ word: 'mails', term: 'mail', weight: 1 }]
    const corrections = new Map([[0, { spellings, parts: [] }]])
    const spelt = ask('mials', { corrections, isKnown: (term) => term === 'mail' || term === 'email' })
    expect(spelt.asked.terms.map((term) => term.term)).toEqual(['mail', 'email'])
    expect(spelt.asked.alternates).toEqual([['email']])
  })

  it('corrects a misspelled function word before any word of the vocabulary', () => {
    const [unknown] = unknownWords(questionTokens('waht', 'en'), 'en', [[]], isKnown)
    const spellings = [{ word: 'want', term: 'want', weight: 1 }]
    const correction = chooseCorrection(unknown!, spellings, new Map())
    expect(correction).toEqual({ spellings: [], parts: [], grammar: 'what' })
    const { query } = ask('waht refund', { corrections: new Map([[0, correction]]) })
    expect(query).toMatchObject({ words: ['what', 'refund'], contentWords: 1, unknownWords: 0 })
  })

  it('keeps several corrections of one word in one group, and the parts of a compound separate', () => {
    const spellings = [
      { word: 'refund', term: 'refund', weight: 0.6 },
      { word: 'password', term: 'password', weight: 0.6 },
    ]
    const corrected = ask('refxnd', { corrections: new Map([[0, { spellings, parts: [] }]]) })
    expect(new Set(corrected.asked.terms.map((term) => term.group)).size).toBe(1)
    expect(corrected.query.words).toEqual(['refund'])
    const parts = [
      { word: 'credit', term: 'credit' },
      { word: 'card', term: 'card' },
    ]
    const split = ask('creditcard', { corrections: new Map([[0, { spellings: [], parts }]]) })
    expect(new Set(split.asked.terms.map((term) => term.group)).size).toBe(2)
    expect(split.query.unknownWords).toBe(0)
  })

  it('truncates a question that is too long', () => {
    expect(questionTokens('word '.repeat(5000), 'en').length).toBeLessThanOrEqual(120)
  })
})

describe('unknown words', () => {
  const unknown = (text: string) => {
    const tokens = questionTokens(text, 'en')
    return unknownWords(tokens, 'en', otherTerms(tokens, 'en', ['en']), isKnown)
  }

  it('can be corrected unless they are common words, numbers or short', () => {
    expect(unknown('pasword bake 2024x cat').map(({ word, isCorrectable }) => [word, isCorrectable])).toEqual([
      ['pasword', true],
      ['bake', false],
      ['2024x', false],
      ['cat', false],
    ])
  })

  it('may lack a fourth letter if they have three, unless they are known words', () => {
    const repairable = (text: string, language: string) =>
      unknownWords(questionTokens(text, language), language, [], () => false).map((word) => word.isCorrectable)
    expect(repairable('crd dog vpn', 'en')).toEqual([true, false, false])
    expect(repairable('krt bus pay', 'de')).toEqual([true, false, false])
    expect(repairable('crd', 'fr')).toEqual([false])
  })

  it('are corrected to a bundled word with a synonym in the workspace', () => {
    const [word] = unknown('purchse')
    const correction = chooseCorrection(word!, [], new Map())
    expect(correction).toEqual({ spellings: [], parts: [], listed: 'purchase' })
    const tokens = applyCorrections(questionTokens('purchse', 'en'), new Map([[0, correction]]), 'en')
    expect(synonymTerms(tokens, 'en', () => 0)).toContain('buy')
    const { query } = ask('purchse', { corrections: new Map([[0, correction]]) })
    expect(query).toMatchObject({ words: ['purchase'], unknownWords: 1 })
    expect(chooseCorrection(word!, [{ word: 'purse', term: 'purs', weight: 1 }], new Map()).listed).toBeUndefined()
    expect(unknown('purchase')[0]?.listed).toBeNull()
  })

  it('are divided into compound parts when no correction fits', () => {
    const [word] = unknown('creditcard')
    const vocabulary = new Map([
      ['credit', 'credit'],
      ['card', 'card'],
    ])
    expect(chooseCorrection(word!, [], vocabulary).parts.map((part) => part.word)).toEqual(['credit', 'card'])
    expect(chooseCorrection(word!, [{ word: 'x', term: 'x', weight: 1 }], vocabulary).parts).toEqual([])
  })
})
