import type { SearchHit } from '../outcome.ts'

/** Keeps the first of the hits that say the same (by their fingerprint) and names the others in it; in order. */
export function collapseDuplicates(ranked: { hit: SearchHit; fingerprint: string }[]): SearchHit[] {
  const kept = new Map<string, SearchHit>()
  for (const { hit, fingerprint } of ranked) {
    const first = kept.get(fingerprint)
    if (first) first.same_as.push(hit.chunk_id)
    else kept.set(fingerprint, hit)
  }
  return [...kept.values()]
}
