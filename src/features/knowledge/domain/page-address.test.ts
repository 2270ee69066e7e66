import { describe, expect, it } from 'vitest'
import {
  addressPattern,
  crawlerTrapReason,
  isFileAddress,
  isInScope,
  isSamePage,
  isSameWebsite,
  pageAddress,
  samePageAddresses,
  underOrigin,
} from './page-address.ts'
import { readSitemap } from './sitemap.ts'

describe('the address of a page', () => {
  it.each([
    ['/care#washing', 'https://woven.example/care'],
    ['care?utm_source=x&b=2&a=1&fbclid=9', 'https://woven.example/shop/care?a=1&b=2'],
    ['?gclid=1', 'https://woven.example/shop/'],
    ['HTTPS://Woven.Example:443/A b', 'https://woven.example/A%20b'],
    ['mailto:help@woven.example', null],
    ['javascript:alert(1)', null],
    ['http://', null],
    [`/${'x'.repeat(2_000)}`, null],
  ])('%s', (href, address) => expect(pageAddress(href, 'https://woven.example/shop/')).toBe(address))

  it('is in scope by page, section or site', () => {
    const start = 'https://woven.example/docs/intro'
    expect(isInScope('https://woven.example/docs/care', start, 'section')).toBe(true)
    expect(isInScope('https://woven.example/docs-old/care', start, 'section')).toBe(false)
    expect(isInScope('https://woven.example/blog', start, 'site')).toBe(true)
    expect(isInScope('http://woven.example/blog', start, 'site')).toBe(false)
    expect(isInScope('https://shop.woven.example/', start, 'site')).toBe(false)
    expect(isInScope(start, start, 'page')).toBe(true)
    expect(isInScope('https://woven.example/docs/care', start, 'page')).toBe(false)
    expect(isSameWebsite('https://woven.example/', 'http://www.woven.example/x')).toBe(true)
    expect(isSameWebsite('https://woven.example/', 'https://other.example/')).toBe(false)
  })

  it('is equal with another scheme, www, trailing slash or index.html', () => {
    expect(isSamePage('https://woven.example/care/', 'http://www.woven.example/care')).toBe(true)
    expect(isSamePage('https://woven.example/care?a=1', 'https://woven.example/care')).toBe(false)
    const same = samePageAddresses('http://www.woven.example/care/?a=1')
    expect(same).toContain('https://woven.example/care?a=1')
    expect(new Set(same).size).toBe(20)
    expect(isSamePage('https://woven.example/', 'https://woven.example/index.html')).toBe(true)
    expect(samePageAddresses('https://woven.example/index.php')).toContain('https://woven.example/')
    expect(same.every((address) => isSamePage(address, 'https://woven.example/care?a=1'))).toBe(true)
    expect(underOrigin('http://www.woven.example/care?a=1', 'https://woven.example/')).toBe(
      'https://woven.example/care?a=1',
    )
    expect(underOrigin('https://other.example/care', 'https://woven.example/')).toBe('https://other.example/care')
  })

  it('is recognized as a crawler trap or as a file that is not a page', () => {
    expect(crawlerTrapReason(`https://woven.example/${'a/b/'.repeat(4)}`)).toMatch(/repeats the same parts/)
    expect(
      crawlerTrapReason(`https://woven.example/${Array.from({ length: 16 }, (_, index) => index).join('/')}`),
    ).toMatch(/levels/)
    expect(crawlerTrapReason('https://woven.example/docs/care')).toBeNull()
    expect(addressPattern('https://woven.example/calendar/2026/11/21')).toBe('/calendar/#/#/#')
    expect(addressPattern('https://woven.example/search?q=a&page=2')).toBe('/search?')
    expect(addressPattern('https://woven.example/care')).toBeNull()
    expect(isFileAddress('https://woven.example/logo.PNG?v=2')).toBe(true)
    expect(isFileAddress('https://woven.example/guide.pdf')).toBe(false)
  })
})

describe('sitemaps', () => {
  it('contain pages and further sitemaps, with entities', () => {
    const pages = readSitemap(
      '<?xml version="1.0"?><urlset xmlns="x"><url><loc> https://a.example/?a=1&amp;b=2 </loc><lastmod>2026</lastmod></url><url>\n<loc><![CDATA[https://a.example/c]]></loc></url></urlset>',
      10,
    )
    expect(pages).toEqual({ sitemaps: [], pages: ['https://a.example/?a=1&b=2', 'https://a.example/c'] })
    const index = readSitemap('<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>', 10)
    expect(index).toEqual({ sitemaps: ['https://a.example/1.xml'], pages: [] })
  })
  it('may be lists of lines, and are truncated when too long', () => {
    expect(readSitemap('https://a.example/1\nhttps://a.example/2\nnothing\n', 1).pages).toEqual(['https://a.example/1'])
    expect(readSitemap('<html><body>not found</body></html>', 10)).toEqual({ sitemaps: [], pages: [] })
  })
})
