import { describe, expect, it } from 'vitest'
import type { FaqStatus } from '../contract.ts'
import { filterFaqs, isFiltered } from './filter-faqs.ts'

const faq = (id: string, question: string, category = 'General', status: FaqStatus = 'draft') => ({
  id,
  question,
  category,
  status,
})
const none = { q: '', category: null, status: null }
const faqs = [
  faq('1', 'Is WOOL warm?', 'Product', 'published'),
  faq('2', 'How do I pay?', 'Billing'),
  faq('3', 'Wool or silk?'),
]
const ids = (filters: object, matching: string[] = []) =>
  filterFaqs(faqs, { ...none, ...filters }, new Set(matching)).map(({ id }) => id)

describe('filters', () => {
  it('keep everything when none is set', () => {
    expect(ids({})).toEqual(['1', '2', '3'])
    expect(
      [none, { ...none, q: '  ' }, { ...none, q: 'x' }, { ...none, status: 'draft' as const }].map(isFiltered),
    ).toEqual([false, false, true, true])
  })
  it("match text in questions in any case, and the server's other matches", () => {
    expect(ids({ q: ' wOOl ' })).toEqual(['1', '3'])
    expect(ids({ q: 'silk' }, ['2'])).toEqual(['2', '3'])
    expect(ids({ q: '%' })).toEqual([])
  })
  it('apply together', () => {
    expect(ids({ category: 'Product' })).toEqual(['1'])
    expect(ids({ status: 'draft', q: 'wool' })).toEqual(['3'])
    expect(ids({ category: 'Product', status: 'draft' })).toEqual([])
  })
})
