import { expect, it } from 'vitest'
import { allowedOrigin } from './allowed-origin.ts'

it.each([
  ['shop.example', 'https://shop.example'],
  [' https://Shop.Example/a/path?x=1#y ', 'https://shop.example'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['https://shop.example:443', 'https://shop.example'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
])('%s becomes %s', (text, origin) => expect(allowedOrigin(text)).toBe(origin))

it.each([
  '',
  'shop',
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://shop.example',
  'https://*.shop.example',
  '*',
  'https://user:pass@shop.example',
  "https://shop.example; script-src 'unsafe-inline'",
  'https://shop.example https://evil.example',
])('%j is not a website', (text) => expect(allowedOrigin(text)).toBeNull())
