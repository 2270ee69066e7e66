interface PageAddress {
  pathname: string
  search: string
}

/** The profile has two paths; its entry has the shorter one. */
const PROFILE_PREFIX = /^\/dashboard(?=\/profile\b)/

/** 0 where the address is none of the entry's, more the longer the path is and the more parameters agree. */
function matchLength(to: string, { pathname, search }: PageAddress): number {
  const [path = '', parameters = ''] = to.split('?')
  const currentPath = pathname.replace(PROFILE_PREFIX, '')
  if (currentPath !== path && !currentPath.startsWith(`${path}/`)) return 0
  const wantedParameters = [...new URLSearchParams(parameters)]
  const givenParameters = new URLSearchParams(search)
  if (wantedParameters.some(([name, value]) => givenParameters.get(name) !== value)) return 0
  return path.length + 100 * wantedParameters.length
}

/** The entry whose page is open: the one with the closest address, of equal ones the last. */
export function currentEntry<T extends { to: string }>(entries: readonly T[], address: PageAddress): T | null {
  let bestEntry: T | null = null
  let bestLength = 1
  for (const entry of entries) {
    const matchedLength = matchLength(entry.to, address)
    if (matchedLength >= bestLength) [bestEntry, bestLength] = [entry, matchedLength]
  }
  return bestEntry
}
