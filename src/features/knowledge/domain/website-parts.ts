import { isInScope, sectionFolder } from './page-address.ts'

export interface WebsitePart {
  /** `/docs/` */
  path: string
  /** An address whose section is this part. */
  url: string
  pages: number
}

const MAX_PARTS = 12
/** A part of fewer pages is not worth a choice. */
const MIN_PAGES = 2

const isFolderPath = (pathname: string): boolean => pathname.endsWith('/') || !pathname.slice(1).includes('/')

/** The first folders of a website, the largest first, given its addresses. */
export function websiteParts(addresses: readonly string[]): WebsitePart[] {
  const addressesByPath = new Map<string, string[]>()
  for (const address of addresses) {
    const firstFolder = /^\/[^/]+(?=\/|$)/.exec(new URL(address).pathname)?.[0]
    if (firstFolder && !firstFolder.includes('.'))
      addressesByPath.set(`${firstFolder}/`, [...(addressesByPath.get(`${firstFolder}/`) ?? []), address])
  }
  const foundParts = [...addressesByPath].flatMap(([path, inside]): WebsitePart[] => {
    // One that is known to answer; the folder itself need not be a page.
    const folderAddress = inside.find((address) => isFolderPath(new URL(address).pathname))
    const sectionAddress = inside.find((address) => sectionFolder(new URL(address).pathname) === path)
    const url = folderAddress ?? sectionAddress
    if (!url || inside.length < MIN_PAGES) return []
    return [{ path, url, pages: inside.filter((address) => isInScope(address, url, 'section')).length }]
  })
  return foundParts
    .sort((left, right) => right.pages - left.pages || (left.path < right.path ? -1 : 1))
    .slice(0, MAX_PARTS)
}

/** Returns the part of the website that a URL belongs to, by its section. */
export const partOfWebsite = <Part extends WebsitePart>(website: { url: string; sections: Part[] }): Part | undefined =>
  website.sections.find(({ path }) => sectionFolder(new URL(website.url).pathname) === path)

/** Some of the addresses, evenly out of all of them. */
export function sampleAddresses(addresses: readonly string[], maxCount: number): string[] {
  const sampleStep = Math.max(1, addresses.length / maxCount)
  return Array.from(
    { length: Math.min(maxCount, addresses.length) },
    (_, sampleIndex) => addresses[Math.floor(sampleIndex * sampleStep)] ?? '',
  )
}
