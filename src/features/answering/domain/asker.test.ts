import { expect, it } from 'vitest'
import { type Asker, askingRefused, readingRefused, tokenRefused } from './asker.ts'

const program: Asker = { origin: null, isOwn: false, isListed: false, hasToken: false }
const page: Asker = { ...program, origin: 'https://help.example', isOwn: true }
const shop: Asker = { ...program, origin: 'https://shop.example', isListed: true }
const stranger: Asker = { ...program, origin: 'https://evil.example' }

it.each([
  ['our own page with a token', { ...page, hasToken: true }, null],
  ['our own page without one', page, 'token'],
  ['a listed site with a token', { ...shop, hasToken: true }, null],
  ['a listed site without one', shop, 'token'],
  ['a program without an origin', program, 'token'],
  ['a program with a token', { ...program, hasToken: true }, null],
  ['another site', stranger, 'origin'],
  ['another site with a token', { ...stranger, hasToken: true }, 'origin'],
] as const)('%s', (_, asker, refusal) => {
  expect(askingRefused(asker)).toBe(refusal)
})

it('refuses reading to other sites only', () => {
  for (const asker of [page, shop, program]) expect(readingRefused(asker)).toBeNull()
  expect(readingRefused({ ...stranger, hasToken: true })).toBe('origin')
})

it('gives tokens to our own pages and the listed sites only', () => {
  for (const asker of [page, shop]) expect(tokenRefused(asker)).toBeNull()
  for (const asker of [program, { ...program, isListed: true }, stranger]) expect(tokenRefused(asker)).toBe('origin')
})
