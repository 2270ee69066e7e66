/** Compares a partition with the true one. */
export interface PartitionFigures {
  /** Adjusted Rand index (Hubert and Arabie 1985): 1 for the same partition, 0 for one by chance. */
  ari: number
  /** Pairwise scores: precision, recall and their harmonic mean over pairs in the same group. */
  precision: number
  recall: number
  f1: number
  groups: number
}

const pairs = (n: number): number => (n * (n - 1)) / 2
const pairsIn = (counts: Iterable<number>): number => [...counts].reduce((sum, n) => sum + pairs(n), 0)

function tally(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** @param truth the true group of each item @param found the one it was given, in the same order */
export function partitionFigures(truth: readonly string[], found: readonly string[]): PartitionFigures {
  const both = pairsIn(tally(truth.map((group, index) => JSON.stringify([group, found[index]]))).values())
  const right = pairsIn(tally(truth).values())
  const groups = tally(found)
  const together = pairsIn(groups.values())
  const all = pairs(truth.length)
  const chance = all ? (right * together) / all : 0
  const most = (right + together) / 2
  const precision = together ? both / together : 0
  const recall = right ? both / right : 0
  return {
    ari: most === chance ? 1 : (both - chance) / (most - chance),
    precision,
    recall,
    f1: precision + recall ? (2 * precision * recall) / (precision + recall) : 0,
    groups: groups.size,
  }
}
