import type { PackedEntries } from '../memory-index/packed-entries.ts'
import type { RankedEntry } from './rank.ts'

/** Keeps the first of the entries that say the same (by their fingerprint) and names the others in it; in order. */
export function collapseDuplicates(ranked: RankedEntry[], entries: PackedEntries) {
  const kept = new Map<number, RankedEntry & { same_as: string[] }>()
  for (const entry of ranked) {
    const fingerprint = entries.fingerprint(entry.slot)
    const first = kept.get(fingerprint)
    if (first) first.same_as.push(entries.chunkId(entry.slot))
    else kept.set(fingerprint, { ...entry, same_as: [] })
  }
  return [...kept.values()]
}
