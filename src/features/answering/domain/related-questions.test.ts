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
  it('follow the other results of an answer with its category only', () => {
    expect(related({ shown: ['a'], isAnswered: true, found: ['a', 'c'] })).toEqual(['Question c?', 'Question b?'])
  })

  it('follow the results of an answer from a source with the first FAQs, without duplicates or the question itself', () => {
    const twice = [faq('a'), { ...faq('f'), question: 'Question A?' }, faq('c')]
    expect(related({ isAnswered: true, found: ['c'], published: twice })).toEqual(['Question c?', 'Question a?'])
    expect(related({ isAnswered: true, asked: 'question C', published })).not.toContain('Question c?')
  })

  it('are the first FAQs where nothing else is related to the answer', () => {
    expect(related({ shown: ['e'], isAnswered: true, published: [faq('a'), faq('e', 'yarn')] })).toEqual([
      'Question a?',
    ])
    expect(related({ shown: ['e'], isAnswered: true, published: [faq('e')] })).toEqual([])
    expect(related({ isAnswered: true, published: [] })).toEqual([])
  })

  it('are empty without an answer', () => {
    expect(related({ shown: ['a'], found: ['a', 'c'] })).toEqual([])
    expect(related({})).toEqual([])
  })

  it('are the generic ones without any FAQ', () => {
    expect(related({ published: [] })).toEqual([
      'How do I get started with Kettle?',
      'What features does Kettle offer?',
      'How can I contact support?',
    ])
  })
})
