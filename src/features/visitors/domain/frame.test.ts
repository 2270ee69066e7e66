import { expect, it } from 'vitest'
import { frameLimit } from './frame.ts'
import { embeddingPage } from './seen-page.ts'

it.each([
  [null, 6],
  ['', 6],
  [' ', 6],
  ['abc', 6],
  ['4', 4],
  ['1', 1],
  ['12', 12],
  ['0', 1],
  ['-3', 1],
  ['13', 12],
  ['1e9', 12],
  ['Infinity', 12],
  ['2.9', 2],
])('a limit of %j lists %i', (text, limit) => expect(frameLimit(text)).toBe(limit))

it.each([
  ['https://shop.example/cart?session=1#pay', undefined, 'https://shop.example/cart'],
  ['https://shop.example/cart', 'https://shop.example/', 'https://shop.example/cart'],
  [null, 'https://shop.example/a?b=c', 'https://shop.example/a'],
  ['https://evil.example/', 'https://shop.example/', null],
  ['javascript:alert(1)', undefined, null],
  ['about:srcdoc', 'https://shop.example/', 'https://shop.example/'],
  ['not an address', undefined, null],
  [`https://shop.example/${'a'.repeat(600)}`, undefined, null],
  [null, undefined, null],
])('the page address %j with the referrer %j is reduced to a page of the website', (pageUrl, referer, page) =>
  expect(embeddingPage(pageUrl, referer)).toBe(page),
)
