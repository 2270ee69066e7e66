import { expect, it } from 'vitest'
import { parseContentAddress } from './content-address.ts'

const PAGE = 'https://help.example/faq/woven'

it.each([
  [`${PAGE}/how-do-i-pay.md`, { kind: 'faq', slug: 'how-do-i-pay' }],
  [`${PAGE}/z%C3%BCrich.md`, { kind: 'faq', slug: 'zürich' }],
  [`${PAGE}/sources/terms-0a1b.md`, { kind: 'source', slug: 'terms-0a1b' }],
])('%s', (uri, address) => {
  expect(parseContentAddress(uri, PAGE)).toEqual(address)
})

it.each([
  'https://help.example/faq/other/how-do-i-pay.md',
  'https://help.example/faq/woven-2/how-do-i-pay.md',
  `${PAGE}/how-do-i-pay`,
  `${PAGE}/sources/../terms.md`,
  `${PAGE}/%E0%A4%A.md`,
  'file:///etc/passwd.md',
])('%s is not an address of the page', (uri) => {
  expect(parseContentAddress(uri, PAGE)).toBeNull()
})
