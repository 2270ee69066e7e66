import { expect, it } from 'vitest'
import { directionOf, LANGUAGES, languageOf, negotiateLanguage } from './languages.ts'

it('there are twelve languages, one of them written from right to left', () => {
  expect(LANGUAGES).toHaveLength(12)
  expect(LANGUAGES.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar'])
})

it.each([
  [undefined, null],
  ['', null],
  ['*', null],
  ['de', 'de'],
  ['de-CH, de;q=0.9, en;q=0.8', 'de'],
  ['sv, pt-BR;q=0.7, en;q=0.3', 'pt'],
  ['en;q=0.1, ja;q=0.9', 'ja'],
  ['fr;q=0, it', 'it'],
  ['en, fr', 'en'],
  ['zh-Hant-TW', 'zh'],
  ['tlh, sv', null],
  ['de;q=abc, nl', 'de'],
  [';;;,,,q=1', null],
])('a browser that sends %j gets %j', (header, language) => expect(negotiateLanguage(header)).toBe(language))

it.each([
  ['AR', 'ar'],
  ['pt-PT', 'pt'],
  ['xx', null],
  ['constructor', null],
  [null, null],
])('%j is %j', (tag, language) => expect(languageOf(tag)).toBe(language))
