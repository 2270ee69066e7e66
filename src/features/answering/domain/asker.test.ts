import { expect, it } from 'vitest'
import { type Asker, askingRefused, readingRefused } from './asker.ts'

const nobody: Asker = { origin: null, own: false, listed: false, fromFrame: false, hasToken: false }
const page: Asker = { ...nobody, origin: 'https://help.example', own: true }
const frame: Asker = { ...page, fromFrame: true }
const shop: Asker = { ...nobody, origin: 'https://shop.example', listed: true }
const stranger: Asker = { ...nobody, origin: 'https://evil.example' }

it.each([
  ['our public page', page, null],
  ['the frame with its token', { ...frame, hasToken: true }, null],
  ['the frame without one', frame, 'token'],
  ['a listed site with a token', { ...shop, hasToken: true }, null],
  ['a listed site without one', shop, 'token'],
  ['a program without an origin', nobody, 'token'],
  ['a program with a token', { ...nobody, hasToken: true }, null],
  ['another site', stranger, 'origin'],
  ['another site with a token', { ...stranger, hasToken: true }, 'origin'],
] as const)('%s', (_, asker, refusal) => {
  expect(askingRefused(asker)).toBe(refusal)
})

it('reading is refused to other sites only', () => {
  for (const asker of [page, frame, shop, nobody]) expect(readingRefused(asker)).toBeNull()
  expect(readingRefused({ ...stranger, hasToken: true })).toBe('origin')
})
