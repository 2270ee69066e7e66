import { gunzipSync } from 'node:zlib'
import { pageAddress } from '../../domain/page-address.ts'
import { readSitemap } from '../../domain/sitemap.ts'
import type { PoliteFetch } from './polite-fetch.ts'

const SITEMAPS_MAX = 50
const DEPTH_MAX = 3
const UNFOLDED_MAX = 50 * 1024 * 1024
const REDIRECTS_MAX = 3

function textOf(body: Buffer): string {
  const packed = body[0] === 0x1f && body[1] === 0x8b
  return (packed ? gunzipSync(body, { maxOutputLength: UNFOLDED_MAX }) : body).toString('utf8')
}

/** The text of one sitemap; '' where there is none that can be read. */
async function load(address: string, fetch: PoliteFetch): Promise<string> {
  let at = address
  for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
    const response = await fetch.get(at)
    const location = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && location && URL.canParse(location, at)) {
      at = new URL(location, at).href
      continue
    }
    return response.status === 200 ? textOf(response.body) : ''
  }
  return ''
}

/** The pages that a website's sitemaps name, through indexes of sitemaps, each once and at most `max`. */
export async function pagesOfSitemaps(start: readonly string[], fetch: PoliteFetch, max: number): Promise<string[]> {
  const pages = new Set<string>()
  const seen = new Set<string>()
  let level = [...start]
  for (let depth = 0; depth < DEPTH_MAX && level.length > 0; depth++) {
    const below: string[] = []
    for (const address of level) {
      if (seen.has(address) || seen.size >= SITEMAPS_MAX || pages.size >= max) continue
      seen.add(address)
      // A sitemap only helps to find pages: one that fails leaves the links.
      const text = await load(address, fetch).catch((error: unknown) => {
        if (error instanceof Error && error.name === 'AbortError') throw error
        return ''
      })
      const found = readSitemap(text, max)
      below.push(...found.sitemaps)
      for (const href of found.pages) {
        const page = pageAddress(href, address)
        if (page && pages.size < max) pages.add(page)
      }
    }
    level = below
  }
  return [...pages]
}
