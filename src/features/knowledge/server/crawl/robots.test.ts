import { expect, it } from 'vitest'
import type { PoliteFetch } from './polite-fetch.ts'
import { CrawlRefused, readRobots } from './robots.ts'

const robots = (text: string) =>
  readRobots('https://a.example', {
    get: async () => ({ status: 200, text: () => text }) as never,
    slowDown: () => {},
  } satisfies PoliteFetch)

it('the rules of robots.txt are followed, by name or for all crawlers', async () => {
  const { allows, sitemaps, crawlDelay } = await robots(
    'User-agent: *\nDisallow: /private\nDisallow: /*.php$\nCrawl-delay: 2\nSitemap: https://a.example/map.xml',
  )
  const asked = ['/', '/private/a', '/a.php', '/a.php5'].map((path) => allows(`https://a.example${path}`))
  expect(asked).toEqual([true, false, false, true])
  expect([sitemaps, crawlDelay]).toEqual([['https://a.example/map.xml'], 2])
})

it('slow patterns in robots.txt are followed only for a limited time', async () => {
  const { allows } = await robots(`User-agent: *\nDisallow: /${'*'.repeat(200_000)}b`)
  const page = `https://a.example/${'a'.repeat(1_900)}`
  let asked = 0
  const askOn = () => {
    while (asked < 1_000) {
      asked++
      allows(page)
    }
  }
  expect(askOn).toThrow(CrawlRefused)
  expect(asked).toBeLessThan(100)
})
