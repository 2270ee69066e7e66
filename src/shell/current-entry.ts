interface Address {
  pathname: string
  search: string
}

/** The profile has two paths; its entry has the shorter one. */
const PROFILE = /^\/dashboard(?=\/profile\b)/

/** 0 where the address is none of the entry's, more the longer the path is and the more parameters agree. */
function fitOf(to: string, { pathname, search }: Address): number {
  const [path = '', parameters = ''] = to.split('?')
  const current = pathname.replace(PROFILE, '')
  if (current !== path && !current.startsWith(`${path}/`)) return 0
  const wanted = [...new URLSearchParams(parameters)]
  const given = new URLSearchParams(search)
  if (wanted.some(([name, value]) => given.get(name) !== value)) return 0
  return path.length + 100 * wanted.length
}

/** The entry whose page is open: the one with the closest address, of equal ones the last. */
export function currentEntry<T extends { to: string }>(entries: readonly T[], address: Address): T | null {
  let current: T | null = null
  let best = 1
  for (const entry of entries) {
    const fit = fitOf(entry.to, address)
    if (fit >= best) [current, best] = [entry, fit]
  }
  return current
}
