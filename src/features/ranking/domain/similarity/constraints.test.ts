import { expect, it } from 'vitest'
import { areExclusive, constraintsOf } from './constraints.ts'

const exclusive = (left: string, right: string, language = 'en') =>
  areExclusive(constraintsOf(left, language), constraintsOf(right, language))

it('different platforms, numbers of items and negations exclude each other', () => {
  expect(exclusive('How do I install it on my iPhone?', 'How do I install it on Android?')).toBe(true)
  expect(exclusive('Does it run on Windows 10?', 'Does it run on Windows 11?')).toBe(true)
  expect(exclusive('How do I get emails?', 'Why do I not get emails?')).toBe(true)
  expect(exclusive('Wie installiere ich es auf Windows?', 'Wie installiere ich es auf dem Mac?', 'de')).toBe(true)
})

it('questions that one answer may serve do not exclude each other', () => {
  expect(exclusive('How do I install it on my iPhone?', 'Can I install it on an iPad?')).toBe(false)
  expect(exclusive('How do I install it?', 'How do I install it on a Mac?')).toBe(false)
  expect(exclusive('Where is order 48213?', 'Where is order 99107?')).toBe(false)
  expect(exclusive('Can I set it to 5 minutes?', 'Can I set it to 10 minutes?')).toBe(false)
})
