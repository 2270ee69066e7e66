import { describe, expect, test } from 'vitest'
import {
  clientAddress,
  compressBody,
  etagMatches,
  negotiateEncoding,
  normalizeOrigin,
  originAllowed,
  proxyTrust,
  securityHeaders,
} from './index.ts'

describe('clientAddress', () => {
  const trust = proxyTrust(['127.0.0.0/8', '::1/128', '10.0.0.0/8', '2001:db8::/32'])
  test.each([
    ['an untrusted sender', '203.0.113.5', '1.2.3.4', '203.0.113.5'],
    ['one proxy', '127.0.0.1', '203.0.113.5', '203.0.113.5'],
    ['a spoofed entry further left', '127.0.0.1', '8.8.8.8, 203.0.113.5', '203.0.113.5'],
    ['a chain of proxies', '127.0.0.1', '203.0.113.5, 10.1.1.1', '203.0.113.5'],
    ['only proxies', '127.0.0.1', '10.1.1.2, 10.1.1.1', '10.1.1.2'],
    ['an IPv4 address mapped to IPv6', '::ffff:127.0.0.1', '203.0.113.5', '203.0.113.5'],
    ['IPv6', '2001:db8::1', '2a00::1', '2a00::1'],
    ['ports', '127.0.0.1', '203.0.113.5:4711', '203.0.113.5'],
    ['brackets and ports', '127.0.0.1', '"[2a00::1]:4711"', '2a00::1'],
    ['an invalid entry ends the chain', '127.0.0.1', '203.0.113.5, unknown', '127.0.0.1'],
    ['an octal address is invalid', '127.0.0.1', '0177.0.0.1', '127.0.0.1'],
    ['no header', '127.0.0.1', undefined, '127.0.0.1'],
    ['no socket', undefined, '203.0.113.5', 'unknown'],
  ])('%s', (_name, remote, header, expected) => {
    expect(clientAddress(remote, header, trust)).toBe(expected)
  })
})

describe('securityHeaders', () => {
  test('never allow unsafe-inline and always set nosniff', () => {
    for (const routeClass of ['app', 'visitor', 'frame', 'api'] as const) {
      const headers = securityHeaders(routeClass, { nonce: 'n', styleHashes: ['sha256-x'] })
      expect(headers['content-security-policy']).not.toContain('unsafe')
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })

  test('allow only frames to be framed by other sites', () => {
    const ancestors = (name: 'app' | 'visitor' | 'frame' | 'api', parts = {}) =>
      /frame-ancestors ([^;]+)/.exec(securityHeaders(name, parts)['content-security-policy'] ?? '')?.[1]
    expect(ancestors('app')).toBe("'none'")
    expect(ancestors('api')).toBe("'none'")
    expect(ancestors('visitor')).toBe("'self'")
    expect(ancestors('frame')).toBe('*')
    expect(ancestors('frame', { frameAncestors: ['https://shop.example'] })).toBe('https://shop.example')
    expect(securityHeaders('frame')['x-frame-options']).toBe(undefined)
  })

  test('contain nonce and hashes', () => {
    const csp = securityHeaders('visitor', { nonce: 'abc', styleHashes: ['sha256-s'] })['content-security-policy']
    expect(csp).toContain("script-src 'self' 'nonce-abc';")
    expect(csp).toContain("style-src 'self' 'nonce-abc' 'sha256-s';")
  })
})

test('originAllowed compares origins, not strings', () => {
  expect(originAllowed(undefined, [])).toBe(true)
  expect(originAllowed('https://shop.example', ['https://SHOP.example:443/'])).toBe(true)
  expect(originAllowed('https://shop.example.evil.example', ['https://shop.example'])).toBe(false)
  expect(originAllowed('http://shop.example', ['https://shop.example'])).toBe(false)
  expect(originAllowed('null', ['https://shop.example'])).toBe(false)
  expect(originAllowed(undefined, ['https://shop.example'])).toBe(false)
  expect(normalizeOrigin('javascript:alert(1)')).toBe(null)
})

test.each([
  [undefined, 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.0, gzip;q=0', 'identity'],
  ['br;q=0.1', 'br'],
  ['brotli', 'identity'],
])('Accept-Encoding %s → %s', (header, encoding) => {
  expect(negotiateEncoding(header)).toBe(encoding)
})

test('each encoding has its own ETag, and incompressible bodies are sent uncompressed', async () => {
  const text = await compressBody(Buffer.from('a'.repeat(1000)))
  expect(new Set([text.br.etag, text.gzip.etag, text.identity.etag]).size).toBe(3)
  const short = await compressBody(Buffer.from('a'))
  expect(short.br).toBe(short.identity)
  expect(etagMatches(`W/"x", ${text.br.etag}`, text.br.etag)).toBe(true)
  expect(etagMatches('"x"', text.br.etag)).toBe(false)
  expect(etagMatches('*', text.br.etag)).toBe(true)
})
