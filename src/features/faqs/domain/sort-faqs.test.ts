import { describe, expect, it } from 'vitest'
import type { FaqStatus } from '../contract.ts'
import { nextSort, readSort, sortFaqs, writeSort } from './sort-faqs.ts'

const faq = (question: string, status: FaqStatus = 'draft', category = 'General') => ({ question, status, category })
const questions = (faqs: { question: string }[]) => faqs.map((entry) => entry.question)

describe('the sort order in the address', () => {
  it('survives writing and reading', () => {
    for (const value of ['question', '-question', 'category', '-category', 'status', '-status'])
      expect(writeSort(readSort(value))).toBe(value)
  })

  it('is the default for anything else', () => {
    for (const value of [null, '', '-', 'answer', '--question', 'constructor']) expect(readSort(value)).toBeNull()
    expect(writeSort(null)).toBeNull()
  })

  it('cycles through ascending, descending, and default', () => {
    const first = nextSort(null, 'question')
    const second = nextSort(first, 'question')
    expect([first, second, nextSort(second, 'question')].map(writeSort)).toEqual(['question', '-question', null])
    expect(writeSort(nextSort(second, 'status'))).toBe('status')
  })
})

describe('sorting FAQs', () => {
  const faqs = [faq('step 10', 'archived'), faq('Step 2', 'published', 'Billing'), faq('ábc', 'draft')]

  it('compares numbers by value and ignores accents', () => {
    expect(questions(sortFaqs(faqs, readSort('question')))).toEqual(['ábc', 'Step 2', 'step 10'])
    expect(questions(sortFaqs(faqs, readSort('-question')))).toEqual(['step 10', 'Step 2', 'ábc'])
  })

  it('orders statuses by their life cycle', () => {
    expect(questions(sortFaqs(faqs, readSort('status')))).toEqual(['ábc', 'Step 2', 'step 10'])
  })

  it('is stable in both directions and does not change its input', () => {
    const before = [...faqs]
    expect(questions(sortFaqs(faqs, readSort('category')))).toEqual(['Step 2', 'step 10', 'ábc'])
    expect(questions(sortFaqs(faqs, readSort('-category')))).toEqual(['step 10', 'ábc', 'Step 2'])
    expect(sortFaqs(faqs, null)).toEqual(before)
    expect(faqs).toEqual(before)
  })
})
