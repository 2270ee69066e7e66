export interface AddressPatterns {
  /** Without any, every address matches. */
  include: readonly string[]
  exclude: readonly string[]
}

export const NO_PATTERNS: AddressPatterns = { include: [], exclude: [] }

/** Path of an address, with its query. */
export const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address)
  return pathname + search
}

/** Returns the one form of a typed pattern: a complete address becomes its path. */
export function normalizePattern(typed: string): string {
  const text = typed.trim()
  if (/^https?:/i.test(text) && URL.canParse(text)) return decodeStars(pathOf(text))
  return text.startsWith('/') || text.startsWith('*') ? text : `*${text}`
}

const decodeStars = (path: string): string => path.replace(/%2A/gi, '*')

/**
 * Matches as robots.txt does (RFC 9309): a pattern matches the beginning of path and query, `*` is any text, and `$`
 * the end. Linear time for each `*`.
 */
export function matchesPattern(address: string, pattern: string): boolean {
  const path = pathOf(address)
  const isAnchored = pattern.endsWith('$')
  const [first = '', ...parts] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  let from = first.length
  for (const [index, part] of parts.entries()) {
    if (isAnchored && index === parts.length - 1) return path.length - part.length >= from && path.endsWith(part)
    const found = path.indexOf(part, from)
    if (found === -1) return false
    from = found + part.length
  }
  return !isAnchored || from === path.length
}

/** Returns true for an address that the owner's patterns include and do not exclude. */
export const isSelected = (address: string, { include, exclude }: AddressPatterns): boolean =>
  (include.length === 0 || include.some((pattern) => matchesPattern(address, pattern))) &&
  !exclude.some((pattern) => matchesPattern(address, pattern))
