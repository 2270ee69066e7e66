import type { PhrasingCluster } from './cluster-phrasings.ts'

export interface GroupedPhrasing {
  /** Null for a new one. */
  gapId: string | null
  mergedFrom: string | null
}

/** One cluster for each kind of question in an owned gap, and one for every other phrasing. */
export function initialClusters(
  phrasings: readonly GroupedPhrasing[],
  isOwned: (gapId: string) => boolean,
): PhrasingCluster[] {
  const phrasingsByOrigin = Map.groupBy(phrasings.keys(), (phrasingIndex) => {
    const { gapId, mergedFrom } = phrasings[phrasingIndex]!
    return gapId && isOwned(gapId) ? `${gapId} ${mergedFrom}` : phrasingIndex
  })
  return [...phrasingsByOrigin.values()].map((members) => {
    const { gapId } = phrasings[members[0]!]!
    return { members, owner: gapId && isOwned(gapId) ? gapId : null }
  })
}

/**
 * Returns the gap of each cluster: its owner, or the gap that most of its phrasings come from and no cluster with more
 * of them keeps; null for a new gap.
 */
export function gapsOfClusters(
  clusters: readonly PhrasingCluster[],
  phrasings: readonly GroupedPhrasing[],
): (string | null)[] {
  const claims = clusters.flatMap(({ members, owner }, cluster) => {
    if (owner) return []
    const phrasingsByGap = Map.groupBy(
      members.flatMap((phrasingIndex) => phrasings[phrasingIndex]!.gapId ?? []),
      (gapId) => gapId,
    )
    return [...phrasingsByGap].map(([gapId, { length }]) => ({ cluster, gapId, length }))
  })
  const gapIds = clusters.map(({ owner }) => owner)
  const keptGapIds = new Set<string>()
  for (const { cluster, gapId } of claims.toSorted(
    (left, right) => right.length - left.length || (left.gapId < right.gapId ? -1 : left.gapId > right.gapId ? 1 : 0),
  )) {
    if (gapIds[cluster] || keptGapIds.has(gapId)) continue
    gapIds[cluster] = gapId
    keptGapIds.add(gapId)
  }
  return gapIds
}
