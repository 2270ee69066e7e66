import { describe, expect, it } from 'vitest'
import { normalizeWebsiteUrl } from './website-url.ts'

describe('normalizeWebsiteUrl', () => {
  it.each([
    ['example.com', 'https://example.com'],
    ['  example.com/  ', 'https://example.com'],
    ['//example.com', 'https://example.com'],
    ['EXAMPLE.com/Help?Q=1', 'https://example.com/Help?Q=1'],
    ['HTTP://Example.COM', 'http://example.com'],
    ['https://example.com/help/', 'https://example.com/help/'],
    ['https://example.com/?a=1', 'https://example.com/?a=1'],
    ['https://example.com/help#top', 'https://example.com/help'],
    ['https://example.com:443/', 'https://example.com'],
    ['example.com:8080/x', 'https://example.com:8080/x'],
    ['example.com.', 'https://example.com'],
    ['müller.example', 'https://xn--mller-kva.example'],
    ['localhost:3000', 'https://localhost:3000'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://intranet/wiki', 'http://intranet/wiki'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['http://[::1]:4000/', 'http://[::1]:4000'],
    ['example.com/a b'.replace(' ', '%20'), 'https://example.com/a%20b'],
  ])('%j becomes %j', (input, expected) => {
    expect(normalizeWebsiteUrl(input)).toBe(expected)
    expect(normalizeWebsiteUrl(expected)).toBe(expected)
  })

  it.each([
    '',
    '   ',
    'hello',
    'hello world',
    'exa mple.com',
    'example.com/a b',
    'exam\nple.com',
    'exam\tple.com',
    'exam\u200bple.com',
    'example\u0000.com',
    'ftp://example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,hi',
    'mailto:somebody@example.com',
    'tel:12345',
    'https://user:secret@example.com',
    'https://user@example.com',
    'user@example.com',
    'https://',
    'https:///',
    'https://.',
    'https://a..b',
    'https://example.com:99999',
    `https://${'a'.repeat(64)}.com`,
    `https://example.com/${'a'.repeat(2000)}`,
  ])('refuses %j', (input) => expect(normalizeWebsiteUrl(input)).toBeNull())
})
