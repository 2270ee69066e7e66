import { gunzipSync } from 'node:zlib'
import { pageAddress } from '../../domain/page-address.ts'
import { readSitemap } from '../../domain/sitemap.ts'
import type { PoliteFetch } from './polite-fetch.ts'

const MAX_SITEMAPS = 50
const MAX_DEPTH = 3
const MAX_UNPACKED_BYTES = 50 * 1024 * 1024
const MAX_REDIRECTS = 3

function decodeSitemap(responseBody: Buffer): string {
  const isGzipped = responseBody[0] === 0x1f && responseBody[1] === 0x8b
  return (isGzipped ? gunzipSync(responseBody, { maxOutputLength: MAX_UNPACKED_BYTES }) : responseBody).toString('utf8')
}

/** The text of one sitemap; '' where there is none that can be read. */
async function loadSitemap(address: string, fetch: PoliteFetch): Promise<string> {
  let currentAddress = address
  for (let redirectCount = 0; redirectCount <= MAX_REDIRECTS; redirectCount++) {
    const response = await fetch.get(currentAddress)
    const location = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && location && URL.canParse(location, currentAddress)) {
      currentAddress = new URL(location, currentAddress).href
      continue
    }
    return response.status === 200 ? decodeSitemap(response.body) : ''
  }
  return ''
}

/** The pages that a website's sitemaps name, through indexes of sitemaps, each once and at most `maxPages`. */
export async function pagesOfSitemaps(
  startSitemaps: readonly string[],
  fetch: PoliteFetch,
  maxPages: number,
): Promise<string[]> {
  const pageAddresses = new Set<string>()
  const seenSitemaps = new Set<string>()
  let currentLevel = [...startSitemaps]
  for (let depth = 0; depth < MAX_DEPTH && currentLevel.length > 0; depth++) {
    const nextLevel: string[] = []
    for (const address of currentLevel) {
      if (seenSitemaps.has(address) || seenSitemaps.size >= MAX_SITEMAPS || pageAddresses.size >= maxPages) continue
      seenSitemaps.add(address)
      // A sitemap only helps to find pages: one that fails leaves the links.
      const sitemapText = await loadSitemap(address, fetch).catch((loadError: unknown) => {
        if (loadError instanceof Error && loadError.name === 'AbortError') throw loadError
        return ''
      })
      const sitemap = readSitemap(sitemapText, maxPages)
      nextLevel.push(...sitemap.sitemaps)
      for (const href of sitemap.pages) {
        const foundAddress = pageAddress(href, address)
        if (foundAddress && pageAddresses.size < maxPages) pageAddresses.add(foundAddress)
      }
    }
    currentLevel = nextLevel
  }
  return [...pageAddresses]
}
