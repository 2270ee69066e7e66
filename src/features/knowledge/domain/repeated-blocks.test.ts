import { expect, it } from 'vitest'
import { createRepeatedBlocks } from './repeated-blocks.ts'

const page = (own: string) =>
  `[Edit this page](https://x.test/${own})\n\n# ${own}\n\nRead on.\n\nText of ${own}.\n\nWas this helpful?`

it('blocks at the beginning or end of most pages are removed, but not the same blocks between others', () => {
  const site = createRepeatedBlocks([])
  const pages = ['a', 'b', 'c', 'd'].map(page)
  for (const text of pages.slice(0, 2)) site.add(text, [])
  expect(site.strip(page('a'))).toBe(page('a'))
  for (const text of pages.slice(2)) site.add(text, [])
  expect(site.strip(page('a'))).toBe('# a\n\nRead on.\n\nText of a.')
})

it('code keeps its blank lines between repeated blocks', () => {
  const site = createRepeatedBlocks([])
  const code = '```\nfirst\n\n\n\nsecond\n```'
  const pages = ['a', 'b', 'c'].map((own) => page(own).replace('Read on.', code))
  for (const text of pages) site.add(text, [])
  expect(site.strip(pages[0] ?? '')).toBe(`# a\n\n${code}\n\nText of a.`)
})

it('a page that consists only of repeated blocks is kept', () => {
  const site = createRepeatedBlocks([])
  for (let index = 0; index < 4; index++) site.add('Under construction.', [])
  expect(site.strip('Under construction.')).toBe('Under construction.')
})

it('blocks that all pages omit do not lower the kept share', () => {
  const site = createRepeatedBlocks([])
  expect(site.keptShare('One two three.', ['Sign up.', 'Own words here too.'])).toBe(33)
  for (const own of ['a', 'b', 'c']) site.add(`Words of ${own}.`, ['Sign up.'])
  expect(site.keptShare('One two three.', ['Sign up.', 'Own words here too.'])).toBe(43)
  expect(site.keptShare('', [])).toBe(100)
})

it('fingerprints of an earlier crawl apply from the first page on', () => {
  const first = createRepeatedBlocks([])
  for (const own of ['a', 'b', 'c']) first.add(page(own), [])
  const second = createRepeatedBlocks(first.fingerprints())
  expect(second.strip(page('z'))).toBe('# z\n\nRead on.\n\nText of z.')
})
