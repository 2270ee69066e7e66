export interface AddressPatterns {
  /** Without any, every address matches. */
  include: readonly string[]
  exclude: readonly string[]
}

export const NO_PATTERNS: AddressPatterns = { include: [], exclude: [] }

/** Path of an address, with its query. */
export const pathOf = (pageAddress: string): string => {
  const { pathname, search } = new URL(pageAddress)
  return pathname + search
}

/** Returns the one form of a typed pattern: a complete address becomes its path. */
export function normalizePattern(typedPattern: string): string {
  const trimmedPattern = typedPattern.trim()
  if (/^https?:/i.test(trimmedPattern) && URL.canParse(trimmedPattern)) return decodeStars(pathOf(trimmedPattern))
  return trimmedPattern.startsWith('/') || trimmedPattern.startsWith('*') ? trimmedPattern : `*${trimmedPattern}`
}

const decodeStars = (encodedPath: string): string => encodedPath.replace(/%2A/gi, '*')

/**
 * Matches as robots.txt does (RFC 9309): a pattern matches the beginning of path and query, `*` is any text, and `$`
 * the end. Linear time for each `*`.
 */
export function matchesPattern(pageAddress: string, addressPattern: string): boolean {
  const pagePath = pathOf(pageAddress)
  const isAnchored = addressPattern.endsWith('$')
  const [first = '', ...parts] = (isAnchored ? addressPattern.slice(0, -1) : addressPattern).split('*')
  if (!pagePath.startsWith(first)) return false
  let searchStart = first.length
  for (const [index, part] of parts.entries()) {
    if (isAnchored && index === parts.length - 1)
      return pagePath.length - part.length >= searchStart && pagePath.endsWith(part)
    const partStart = pagePath.indexOf(part, searchStart)
    if (partStart === -1) return false
    searchStart = partStart + part.length
  }
  return !isAnchored || searchStart === pagePath.length
}

/** Returns true for an address that the owner's patterns include and do not exclude. */
export const isSelected = (pageAddress: string, { include, exclude }: AddressPatterns): boolean =>
  (include.length === 0 || include.some((addressPattern) => matchesPattern(pageAddress, addressPattern))) &&
  !exclude.some((addressPattern) => matchesPattern(pageAddress, addressPattern))
