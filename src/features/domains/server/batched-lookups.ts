export interface BatchOptions {
  /** Minimum interval between the starts of two queries, in milliseconds. */
  intervalMs: number
  /** Keys in one query. */
  batchSize: number
}

/**
 * Looks up single keys by queries for many: the first at once, later ones together when the interval has passed. However
 * many keys are asked for, the database gets a fixed number of queries a second.
 *
 * @param load finds what there is of these keys
 * @returns looks up one key; null when there is nothing
 */
export function batchLookups<Value>(
  load: (keys: string[]) => Promise<ReadonlyMap<string, Value>>,
  { intervalMs, batchSize }: BatchOptions,
): (key: string) => Promise<Value | null> {
  const waiting = new Map<string, PromiseWithResolvers<Value | null>>()
  let lastQuery = Number.NEGATIVE_INFINITY
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || waiting.size === 0) return
    isScheduled = true
    const delay = lastQuery + intervalMs - performance.now()
    if (delay > 0) setTimeout(query, delay)
    else queueMicrotask(query)
  }

  function query(): void {
    lastQuery = performance.now()
    isScheduled = false
    const batch = [...waiting].slice(0, batchSize)
    for (const [key] of batch) waiting.delete(key)
    load(batch.map(([key]) => key)).then(
      (found) => {
        for (const [key, { resolve }] of batch) resolve(found.get(key) ?? null)
      },
      (error: unknown) => {
        for (const [, { reject }] of batch) reject(error)
      },
    )
    schedule()
  }

  return (key) => {
    const known = waiting.get(key)
    if (known) return known.promise
    const lookup = Promise.withResolvers<Value | null>()
    waiting.set(key, lookup)
    schedule()
    return lookup.promise
  }
}
