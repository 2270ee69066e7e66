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

  it('of an answer from a source: what was found, then the first ones, each once, never what was asked', () => {
    const twice = [faq('a'), { ...faq('f'), question: 'Question A?' }, faq('c')]
    expect(related({ isAnswered: true, found: ['c'], published: twice })).toEqual(['Question c?', 'Question a?'])
    expect(related({ isAnswered: true, asked: 'question C', published })).not.toContain('Question c?')
  })

  it('without an answer: none', () => {
    expect(related({ shown: ['a'], found: ['a', 'c'] })).toEqual([])
    expect(related({})).toEqual([])
  })

  it('without any FAQ: the generic ones', () => {
    expect(related({ published: [] })).toEqual([
      'How do I get started with Kettle?',
      'What features does Kettle offer?',
      'How can I contact support?',
    ])
  })
})
