/** For people: which character it was cannot be said. */
export const MALFORMED_TEXT = 'This text contains an invalid character. Please remove it.'

interface Place {
  value: unknown
  key: string
  parent: Place | null
}

function pathOf(place: Place | null): string {
  const keys: string[] = []
  for (let at = place; at?.parent; at = at.parent) keys.push(at.key)
  return keys.reverse().join('.')
}

/**
 * The dotted path of a text that holds half of a surrogate pair, which JSON can write and no database stores; null when
 * every text and every name in the value is whole. What is neither list nor plain object is not looked into.
 */
export function malformedTextIn(value: unknown): string | null {
  // Input may be nested deeper than functions may call themselves.
  const places: Place[] = [{ value, key: '', parent: null }]
  for (let place = places.pop(); place; place = places.pop()) {
    const { value } = place
    if (typeof value === 'string' && !value.isWellFormed()) return pathOf(place)
    if (typeof value !== 'object' || value === null) continue
    const prototype: unknown = Object.getPrototypeOf(value)
    if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) continue
    for (const [key, child] of Object.entries(value)) {
      if (!key.isWellFormed()) return pathOf(place)
      places.push({ value: child, key, parent: place })
    }
  }
  return null
}
