import { expect, it } from 'vitest'
import { longTexts } from '../../../../tests/support/content/long-texts.ts'
import { readSitemap } from './sitemap.ts'

const url = (inner: string) => `<urlset><url>${inner}</url></urlset>`

it('a sitemap lists pages, pages in other languages, and further sitemaps', () => {
  expect(
    readSitemap(
      `<?xml version="1.0"?><urlset xmlns="x"><url><loc> https://a.example/1?a&amp;b </loc></url><URL><Loc>
      <![CDATA[https://a.example/2]]></Loc><xhtml:link rel="alternate" hreflang="de" href="https://a.example/de"/></URL></urlset>`,
      10,
    ),
  ).toEqual({ sitemaps: [], pages: ['https://a.example/1?a&b', 'https://a.example/2', 'https://a.example/de'] })
  expect(
    readSitemap(
      '<sitemapindex><sitemap><loc>https://a.example/1.xml</loc><lastmod>2026</lastmod></sitemap></sitemapindex>',
      10,
    ),
  ).toEqual({ sitemaps: ['https://a.example/1.xml'], pages: [] })
  expect(readSitemap('https://a.example/1\nftp://a.example\n https://a.example/2 \n', 10).pages).toHaveLength(2)
  expect(readSitemap(url('<loc>https://a.example/</loc>').repeat(20), 7).pages).toHaveLength(7)
})

it('a sitemap is read quickly, even with elements that are never closed', () => {
  const pieces = [
    '<url>',
    '<url><loc>',
    '<url ',
    '<loc',
    '</url ',
    '<xhtml:link ',
    '<xhtml:link href=',
    '&',
    '&#x',
    '<![CDATA[',
  ]
  const texts = [...longTexts(2_000_000).map(([, text]) => text), ...pieces.map((piece) => piece.repeat(400_000))]
  for (const text of texts) {
    const found = readSitemap(`<urlset>${url(text)}${text}`, 10_000)
    expect(found.pages.length).toBeLessThanOrEqual(10_000)
  }
}, 60_000)
