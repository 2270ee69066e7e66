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
 * @param loadBatch finds what there is of these keys
 * @returns looks up one key; null when there is nothing
 */
export function batchLookups<Value>(
  loadBatch: (keys: string[]) => Promise<ReadonlyMap<string, Value>>,
  { intervalMs, batchSize }: BatchOptions,
): (key: string) => Promise<Value | null> {
  const pendingByKey = new Map<string, PromiseWithResolvers<Value | null>>()
  let lastQueryAt = Number.NEGATIVE_INFINITY
  let isScheduled = false

  function scheduleQuery(): void {
    if (isScheduled || pendingByKey.size === 0) return
    isScheduled = true
    const delayMs = lastQueryAt + intervalMs - performance.now()
    if (delayMs > 0) setTimeout(runQuery, delayMs)
    else queueMicrotask(runQuery)
  }

  function runQuery(): void {
    lastQueryAt = performance.now()
    isScheduled = false
    const batch = [...pendingByKey].slice(0, batchSize)
    for (const [key] of batch) pendingByKey.delete(key)
    loadBatch(batch.map(([key]) => key)).then(
      (valuesByKey) => {
        for (const [key, { resolve }] of batch) resolve(valuesByKey.get(key) ?? null)
      },
      (loadError: unknown) => {
        for (const [, { reject }] of batch) reject(loadError)
      },
    )
    scheduleQuery()
  }

  return (lookupKey) => {
    const pendingLookup = pendingByKey.get(lookupKey)
    if (pendingLookup) return pendingLookup.promise
    const newLookup = Promise.withResolvers<Value | null>()
    pendingByKey.set(lookupKey, newLookup)
    scheduleQuery()
    return newLookup.promise
  }
}
