import { describe, expect, it } from 'vitest'
import { lookupTerms, parseQuestion, QuestionSimilarity, relatedTerms } from './question-similarity.ts'

const none = { questions: 0, frequencies: new Map<string, number>() }
const between = (a: string, b: string, language = 'en', collection = none) =>
  new QuestionSimilarity(collection, language).between(parseQuestion(a, language), parseQuestion(b, language))

describe('the similarity of two questions', () => {
  it('is symmetric, and 1 for the same question', () => {
    const pairs = [
      ['How do I get a refund?', 'I want a refund, how?'],
      ['Where is my parcel', 'when does my parcel arrive'],
    ] as const
    for (const [a, b] of pairs) {
      expect(between(a, b)).toBeCloseTo(between(b, a), 9)
      expect(between(a, a)).toBeCloseTo(1, 9)
    }
  })

  it('is higher for paraphrases than for questions that share only a word', () => {
    const refund = 'How do I get a refund?'
    expect(between(refund, 'can i have a refund please')).toBeGreaterThan(between(refund, 'How do I get a discount?'))
    expect(between(refund, 'Where are you?')).toBeLessThan(0.2)
  })

  it('tolerates typing errors and other numbers', () => {
    expect(between('cancel my subscription', 'cancel my subscribtion')).toBeGreaterThan(0.8)
    expect(between('where is order 4711', 'where is order 815')).toBeGreaterThan(0.7)
  })

  it('gives little weight to words of every question', () => {
    const frequencies = new Map([['shop', 100]])
    const known = { questions: 100, frequencies }
    const [a, b] = ['shop opening hours', 'shop voucher']
    expect(between(a, b, 'en', known)).toBeLessThan(between(a, b))
  })

  it.each(['', ' ', '???', '👩‍👩‍👧', 'x'.repeat(100_000)])('accepts any text', (text) => {
    expect(between(text, 'How do I pay?')).toBeLessThan(0.3)
    expect(lookupTerms(parseQuestion(text)).length).toBeLessThanOrEqual(40)
  })
})

describe('terms to search questions by', () => {
  it('are the informative words, as written and as stems', () => {
    expect(lookupTerms(parseQuestion('How do I cancel subscriptions?', 'en'))).toEqual(
      expect.arrayContaining(['cancel', 'subscriptions', 'subscript']),
    )
    expect(lookupTerms(parseQuestion('How do I cancel?', 'en'))).not.toContain('how')
    expect(lookupTerms(parseQuestion('how so', 'en')).length).toBeGreaterThan(0)
  })
  it('are extended by their synonyms, but not by themselves', () => {
    const near = relatedTerms(parseQuestion('refund', 'en'))
    expect(near.length).toBeGreaterThan(0)
    expect(near).not.toContain('refund')
  })
})
