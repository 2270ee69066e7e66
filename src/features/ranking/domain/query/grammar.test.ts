import { expect, it } from 'vitest'
import { misspeltGrammar } from './grammar.ts'

it.each([
  ['waht', 'en', 'what'],
  ['shoulld', 'en', 'should'],
  ['wnan', 'de', 'wann'],
  ['shuld', 'en', 'should'],
  ['lng', 'en', 'long'],
  ['wen', 'en', 'when'],
  ['hwo', 'en', null],
  ['that', 'en', null],
  ['invoice', 'en', null],
])('%s (%s)', (word, language, expected) => {
  expect(misspeltGrammar(word, language)).toBe(expected)
})
