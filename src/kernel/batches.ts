export interface BatchLimits<T> {
  maxItems: number
  /** A batch ends before it weighs more; an item that alone weighs more is a batch of its own. */
  maxWeight: number
  weightOf(item: T): number
}

/** Splits a list into batches, in order. */
export function* batchesOf<T>(
  allItems: Iterable<T>,
  { maxItems, maxWeight, weightOf }: BatchLimits<T>,
): Generator<T[]> {
  let currentBatch: T[] = []
  let batchWeight = 0
  for (const item of allItems) {
    const itemWeight = weightOf(item)
    if (currentBatch.length > 0 && (currentBatch.length >= maxItems || batchWeight + itemWeight > maxWeight)) {
      yield currentBatch
      currentBatch = []
      batchWeight = 0
    }
    currentBatch.push(item)
    batchWeight += itemWeight
  }
  if (currentBatch.length > 0) yield currentBatch
}
