import type { PackedEntries } from '../memory-index/packed-entries.ts'
import type { RankedEntry } from './rank.ts'

/** Keeps the first of the entries that say the same (by their fingerprint) and names the others in it; in order. */
export function collapseDuplicates(rankedEntries: RankedEntry[], packedEntries: PackedEntries) {
  const keptByFingerprint = new Map<number, RankedEntry & { same_as: string[] }>()
  for (const rankedEntry of rankedEntries) {
    const fingerprint = packedEntries.fingerprint(rankedEntry.slot)
    const firstEntry = keptByFingerprint.get(fingerprint)
    if (firstEntry) firstEntry.same_as.push(packedEntries.chunkId(rankedEntry.slot))
    else keptByFingerprint.set(fingerprint, { ...rankedEntry, same_as: [] })
  }
  return [...keptByFingerprint.values()]
}
