import { expect, it } from 'vitest'
import { hostFromHeader, parseHostName } from './host-name.ts'

const PUBLIC = { local: false }

it.each([
  ['help.example.com', 'help.example.com'],
  ['  HELP.Example.COM. ', 'help.example.com'],
  ['https://help.example.com/path?x=1#y', 'help.example.com'],
  ['hilfe.müller.example', 'hilfe.xn--mller-kva.example'],
  ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
])('%j is the host %j', (typed, host) => expect(parseHostName(typed, PUBLIC)).toBe(host))

it.each([
  '',
  'example',
  'localhost',
  'help.localhost',
  'printer.local',
  '127.0.0.1',
  '1.2.3.4.',
  '0x7f.1',
  '[::1]',
  'help.example.com:8080',
  'user@help.example.com',
  'javascript:alert(1)',
  'a b.example.com',
  'help..example.com',
  '-help.example.com',
  'he_lp.example.com',
  '*.example.com',
  `${'a'.repeat(64)}.example.com`,
  `${'a.'.repeat(130)}example.com`,
  'help.example.com%00',
])('%j is not a valid host', (typed) => expect(parseHostName(typed, PUBLIC)).toBeNull())

it('accepts local names on a local instance', () =>
  expect(parseHostName('help.localhost', { local: true })).toBe('help.localhost'))

it('reads the host of a header', () => expect(hostFromHeader('Help.Example.com.:443')).toBe('help.example.com'))
