import { expect, it } from 'vitest'
import { parseMarkup } from '../../../../kernel/markup.ts'
import { searchEntries } from './search-entries.ts'

const faq = (id: string, question: string, answer: string) => ({
  id,
  slug: id,
  question,
  category: 'General',
  blocks: parseMarkup(answer),
})
const FAQS = [faq('a', 'Where do you ship?', 'Across **Europe**.'), faq('b', 'How do I return?', 'By post.')]
const result = (id: string) => ({
  kind: 'faq' as const,
  id,
  source_id: id,
  title: id,
  excerpt: '',
  url: null,
  score: 1,
})

it("results follow the server's ranking, with links for entries that are not on the page", () => {
  const entries = searchEntries('post', FAQS, { query: 'post', results: [result('z'), result('b')] })
  expect(entries).toEqual([result('z'), FAQS[1]])
})

it("the page's own entries are shown until the server responds", () => {
  expect(searchEntries('euro', FAQS, null)).toEqual([FAQS[0]])
  expect(searchEntries('zzz', FAQS, null), 'nothing is known yet').toBeNull()
})

it('the last results are kept while newer ones are loading', () => {
  expect(searchEntries('ship', FAQS, { query: 'sh', results: [result('b')] })).toEqual([FAQS[1]])
  expect(searchEntries('ship', FAQS, { query: 'sx', results: [] })).toEqual([FAQS[0]])
})

it("the page's own entries are used when the server is unavailable", () => {
  expect(searchEntries('ship', FAQS, { query: 'ship', results: null })).toEqual([FAQS[0]])
  expect(searchEntries('zzz', FAQS, { query: 'zzz', results: null })).toEqual([])
})
