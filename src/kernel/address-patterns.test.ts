import { expect, it } from 'vitest'
import { isSelected, matchesPattern, normalizePattern } from './address-patterns.ts'

const at = (path: string) => `https://a.example${path}`

it.each([
  ['/docs/', '/docs/intro', true],
  ['/docs/', '/docs', false],
  ['/docs/', '/old/docs/', false],
  ['*/print', '/docs/a/print', true],
  ['*/print', '/docs/a/printing', true],
  ['*/print$', '/docs/a/printing', false],
  ['*/print$', '/docs/a/print', true],
  ['/blog/*/draft', '/blog/2024/draft-1', true],
  ['/blog/*/draft', '/blog/draft', false],
  ['*?*sort=', '/list?page=2&sort=name', true],
  ['*.pdf$', '/a.pdf', true],
  ['*.pdf$', '/a.pdf?x=1', false],
  ['/', '/anything', true],
  ['/$', '/anything', false],
  ['/$', '/', true],
  ['/a*a$', '/a', false],
])('%s on %s: %s', (pattern, path, matches) => {
  expect(matchesPattern(at(path), pattern)).toBe(matches)
})

it('a typed pattern may be a complete address or a part of one', () => {
  expect(['https://a.example/docs/*', ' /docs ', 'print', '*.pdf$'].map(normalizePattern)).toEqual([
    '/docs/*',
    '/docs',
    '*print',
    '*.pdf$',
  ])
})

it('exclusions take precedence over inclusions', () => {
  const patterns = { include: ['/docs/', '/help/'], exclude: ['*/internal/'] }
  const selected = ['/docs/a', '/help/b', '/blog/c', '/docs/internal/d'].map((path) => isSelected(at(path), patterns))
  expect(selected).toEqual([true, true, false, false])
})

it('a pattern of many asterisks is matched quickly', () => {
  expect(matchesPattern(at(`/${'a'.repeat(1_900)}`), `/${'*a'.repeat(90)}b`)).toBe(false)
})
