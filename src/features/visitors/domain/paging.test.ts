import { expect, it } from 'vitest'
import { CATEGORY_CHIPS_MAX, categoriesOf, categoryChoice, PAGE_SIZE, pageOfList } from './paging.ts'

const faqs = Array.from({ length: PAGE_SIZE * 2 + 1 }, (_, index) => ({
  id: String(index),
  slug: String(index),
  question: `Question ${index}?`,
  answer: 'Yes.',
  category: index % 2 ? 'Billing' : 'General',
}))

it('a long list is divided into pages', () => {
  expect(pageOfList(faqs, null, 1)).toMatchObject({ page: { number: 1, count: 3 } })
  expect(pageOfList(faqs, null, 3).faqs.map((faq) => faq.id)).toEqual([String(PAGE_SIZE * 2)])
  expect(pageOfList(faqs, 'Billing', 1)).toMatchObject({ page: { number: 1, count: 1 } })
  expect(pageOfList(faqs, 'Billing', 1).faqs).toHaveLength(PAGE_SIZE)
})

it('a page that does not exist gives the nearest page', () => {
  for (const [wanted, number] of [
    [0, 1],
    [-3, 1],
    [99, 3],
    [Number.NaN, 1],
    [1.7, 1],
  ] as const)
    expect(pageOfList(faqs, null, wanted).page.number).toBe(number)
  expect(pageOfList([], null, 2)).toEqual({ faqs: [], page: { number: 1, count: 1 } })
})

it('non-empty categories are listed in the workspace’s order, others by first appearance', () => {
  expect(categoriesOf(faqs)).toEqual(['General', 'Billing'])
  expect(categoriesOf(faqs, ['Billing', 'Empty', 'General'])).toEqual(['Billing', 'General'])
  expect(categoriesOf(faqs, ['Billing'])).toEqual(['Billing', 'General'])
  expect(categoryChoice(faqs, null, ['Billing'])).toEqual(['Billing', 'General'])
})

it('the choice of categories stays readable and contains the chosen one', () => {
  const faqs = Array.from({ length: 500 }, (_, index) => ({ category: `Category ${index}` }))
  expect(categoryChoice(faqs, null)).toHaveLength(CATEGORY_CHIPS_MAX)
  expect(categoryChoice(faqs, 'Category 3')).toHaveLength(CATEGORY_CHIPS_MAX)
  expect(categoryChoice(faqs, 'Category 499').at(-1)).toBe('Category 499')
  expect(categoryChoice(faqs, 'Nobody has this')).toHaveLength(CATEGORY_CHIPS_MAX)
})
