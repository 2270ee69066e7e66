import { expect, it } from 'vitest'
import { includesPhrasing, withoutPhrasing } from './alternatives.ts'

const faq = { question: 'When does my parcel arrive?', alternatives: ['Where is my order', '???'] }

it('phrasings are compared by letters and digits', () => {
  expect(includesPhrasing(faq, 'when does my parcel arrive')).toBe(true)
  expect(includesPhrasing(faq, 'WHERE is  my order?!')).toBe(true)
  expect(includesPhrasing(faq, 'Where is my parcel?')).toBe(false)
})

it('phrasings without letters and digits are compared literally', () => {
  expect(includesPhrasing(faq, '???')).toBe(true)
  expect(includesPhrasing(faq, '!!!')).toBe(false)
})

it('one phrasing is removed without affecting the others', () => {
  expect(withoutPhrasing(faq.alternatives, 'where is my order?')).toEqual(['???'])
  expect(withoutPhrasing(faq.alternatives, 'something else')).toEqual(faq.alternatives)
})
