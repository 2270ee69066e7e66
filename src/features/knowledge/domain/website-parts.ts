import { isInScope, sectionOf } from './page-address.ts'

export interface WebsitePart {
  /** `/docs/` */
  path: string
  /** An address whose section is this part. */
  url: string
  pages: number
}

const PARTS_MAX = 12
/** A part of fewer pages is not worth a choice. */
const PAGES_MIN = 2

const isFolder = (path: string): boolean => path.endsWith('/') || !path.slice(1).includes('/')

/** The first folders of a website, the largest first, given its addresses. */
export function partsOf(addresses: readonly string[]): WebsitePart[] {
  const byPath = new Map<string, string[]>()
  for (const address of addresses) {
    const path = /^\/[^/]+(?=\/|$)/.exec(new URL(address).pathname)?.[0]
    if (path && !path.includes('.')) byPath.set(`${path}/`, [...(byPath.get(`${path}/`) ?? []), address])
  }
  const parts = [...byPath].flatMap(([path, inside]): WebsitePart[] => {
    // One that is known to answer; the folder itself need not be a page.
    const own = inside.find((address) => isFolder(new URL(address).pathname))
    const direct = inside.find((address) => sectionOf(new URL(address).pathname) === path)
    const url = own ?? direct
    if (!url || inside.length < PAGES_MIN) return []
    return [{ path, url, pages: inside.filter((address) => isInScope(address, url, 'section')).length }]
  })
  return parts.sort((left, right) => right.pages - left.pages || (left.path < right.path ? -1 : 1)).slice(0, PARTS_MAX)
}

/** Returns the part of the website that a URL belongs to, by its section. */
export const partOf = <Part extends WebsitePart>(website: { url: string; sections: Part[] }): Part | undefined =>
  website.sections.find(({ path }) => sectionOf(new URL(website.url).pathname) === path)

/** Some of the addresses, evenly out of all of them. */
export function sampleOf(addresses: readonly string[], max: number): string[] {
  const step = Math.max(1, addresses.length / max)
  return Array.from(
    { length: Math.min(max, addresses.length) },
    (_, index) => addresses[Math.floor(index * step)] ?? '',
  )
}
