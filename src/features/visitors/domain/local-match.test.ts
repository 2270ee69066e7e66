import { expect, it } from 'vitest'
import { localMatches } from './local-match.ts'

const FAQS = [
  { question: 'Where do you ship?', text: 'All of Europe. Returns are free.' },
  { question: 'How do I return an order?', text: 'Pack it and send it.' },
  { question: 'Wie kündige ich?', text: 'Im Konto.' },
]

it('beginnings of words are found, those of questions first', () => {
  expect(localMatches('retu', FAQS)).toEqual([FAQS[1], FAQS[0]])
  expect(localMatches('KÜND', FAQS)).toEqual([FAQS[2]])
})

it('every word is required', () => {
  expect(localMatches('ship europe', FAQS)).toEqual([FAQS[0]])
  expect(localMatches('ship mars', FAQS)).toEqual([])
  expect(localMatches(' ? ', FAQS)).toEqual([])
})
