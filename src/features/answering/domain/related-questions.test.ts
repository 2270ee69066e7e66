import { describe, expect, it } from 'vitest'
import { relatedQuestions } from './related-questions.ts'

const faq = (id: string, category = 'general') => ({ id, question: `Question ${id}?`, category })
const published = [faq('a', 'looms'), faq('b', 'looms'), faq('c'), faq('d'), faq('e')]
const related = (options: Partial<Parameters<typeof relatedQuestions>[0]>) =>
  relatedQuestions({
    asked: 'Something else?',
    shown: [],
    isAnswered: false,
    found: [],
    published,
    workspaceName: 'Kettle',
    max: 3,
    ...options,
  })

describe('related questions', () => {
  it('of an answer: what was found besides it, then its category, and nothing else', () => {
    expect(related({ shown: ['a'], isAnswered: true, found: ['a', 'c'] })).toEqual(['Question c?', 'Question b?'])
  })

  it('of suggestions: others than those that are suggested', () => {
    expect(related({ shown: ['a', 'c'], found: ['a', 'c', 'd'] })).toEqual([
      'Question d?',
      'Question b?',
      'Question e?',
    ])
  })

  it('of suggestions, where there are no others: the same', () => {
    const two = published.slice(0, 2)
    expect(related({ shown: ['a', 'b'], found: ['a', 'b'], published: two })).toEqual(['Question a?', 'Question b?'])
    expect(related({ shown: ['a', 'b'], isAnswered: true, found: ['a', 'b'], published: two })).toEqual([])
  })

  it('of a refusal: the first ones, each once, never what was asked', () => {
    const twice = [faq('a'), { ...faq('f'), question: 'Question A?' }, faq('c')]
    expect(related({ published: twice })).toEqual(['Question a?', 'Question c?'])
    expect(related({ asked: 'question C', published })).not.toContain('Question c?')
  })

  it('without any FAQ: the generic ones', () => {
    expect(related({ published: [] })).toEqual([
      'How do I get started with Kettle?',
      'What features does Kettle offer?',
      'How can I contact support?',
    ])
  })
})
