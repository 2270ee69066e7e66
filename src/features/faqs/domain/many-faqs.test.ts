import { expect, it } from 'vitest'
import { concerned, doneText, failureText, faqCount, inParts, reasonText } from './many-faqs.ts'

it('names the action and the number of FAQs', () => {
  expect(doneText('archive', 1)).toBe('1 FAQ archived')
  expect(doneText('publish', 12)).toBe('12 FAQs published')
  expect(doneText('move', 2, 'Billing')).toBe('2 FAQs moved to Billing')
})

it('selects the FAQs that the action changes', () => {
  const faqs = (['draft', 'published', 'archived'] as const).map((status) => ({ status, category: status }))
  const which = (...options: [Parameters<typeof concerned>[1], string?]) =>
    concerned(faqs, ...options).map(({ status }) => status)
  expect(which('publish')).toEqual(['draft'])
  expect(which('unpublish')).toEqual(['published'])
  expect(which('archive')).toEqual(['draft', 'published'])
  expect(which('move', 'draft')).toEqual(['published', 'archived'])
  expect(which('delete')).toEqual(['draft', 'published', 'archived'])
})

it('counts in singular and plural', () => expect([faqCount(1), faqCount(10_000)]).toEqual(['1 FAQ', '10,000 FAQs']))

it('uses the specified error texts, and their plural', () => {
  expect(failureText('archive', 1)).toBe('Failed to archive FAQ')
  expect(failureText('delete', 1)).toBe('Failed to delete FAQ')
  expect(failureText('publish', 1)).toBe('Failed to update FAQ')
  expect(failureText('move', 3)).toBe('Failed to update FAQs')
})

it('gives the reason why a FAQ was unchanged', () => {
  expect(reasonText('publish', 'unchanged')).toBe('Only drafts can be published.')
  expect(reasonText('delete', 'not_found')).toBe('It was deleted by another user.')
  expect(reasonText('publish', 'limit')).toBe('Your plan allows no more FAQs.')
})

it('splits a list into batches', () => {
  expect(inParts([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(inParts([], 2)).toEqual([])
})
