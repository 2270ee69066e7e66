export interface BatchLimits<T> {
  maxItems: number
  /** A batch ends before it weighs more; an item that alone weighs more is a batch of its own. */
  maxWeight: number
  weightOf(item: T): number
}

/** Splits a list into batches, in order. */
export function* batchesOf<T>(items: Iterable<T>, { maxItems, maxWeight, weightOf }: BatchLimits<T>): Generator<T[]> {
  let batch: T[] = []
  let weight = 0
  for (const item of items) {
    const added = weightOf(item)
    if (batch.length > 0 && (batch.length >= maxItems || weight + added > maxWeight)) {
      yield batch
      batch = []
      weight = 0
    }
    batch.push(item)
    weight += added
  }
  if (batch.length > 0) yield batch
}
