// Finds and replaces the texts in a sample input.

export type TextPath = string[]

/** Returns the paths of all texts in a value. */
export function textPaths(value: unknown, path: TextPath = []): TextPath[] {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null || value instanceof File) return []
  return Object.entries(value).flatMap(([key, child]) => textPaths(child, [...path, key]))
}

/** A copy of the value with another text at the path. */
export function putText(value: unknown, [key, ...rest]: TextPath, text: string): unknown {
  if (key === undefined) return text
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  const fields = copy as Record<string, unknown>
  fields[key] = putText(fields[key], rest, text)
  return copy
}
