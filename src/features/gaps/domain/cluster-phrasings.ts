/** Clusters join from this lead over the similarity to their surroundings on; fitted by `npm run eval -- grouping`. */
const MIN_LEAD_TO_JOIN = 0.08
/** Nearest phrasings that make up the surroundings of one: more than a gap has exemplars. */
const NEIGHBOR_COUNT = 40
/**
 * Bounds of the similarity to the surroundings: few phrasings say little about them, and a question that very many ask
 * is surrounded by itself.
 */
const MIN_SURROUNDINGS = 0.36
const MAX_SURROUNDINGS = 0.55

export interface PhrasingCluster {
  /** Indexes of phrasings, at least one. */
  members: number[]
  /** The gap it belongs to for good; null for a cluster that grouping may divide. */
  owner: string | null
}

/** Pairs of phrasings: how alike they are, 0 to 1, and whether no answer serves both. */
export interface PhrasingPairs {
  count: number
  similarity: (left: number, right: number) => number
  areExclusive: (left: number, right: number) => boolean
}

/** Runs steps one after another; it may let others have their turn in between. */
export type RunSlice = <Step>(steps: Iterable<Step>, work: (step: Step) => void) => Promise<void>

/** The mean similarity of a phrasing to its nearest ones (local scaling, as in CSLS, Conneau et al. 2018). */
function surroundingsOf({ count, similarity }: PhrasingPairs, phrasingIndex: number): number {
  const similarities = new Float64Array(count)
  for (let otherIndex = 0; otherIndex < count; otherIndex++)
    similarities[otherIndex] = otherIndex === phrasingIndex ? 0 : similarity(phrasingIndex, otherIndex)
  const nearestSimilarities = similarities.sort().slice(-NEIGHBOR_COUNT)
  const similaritySum =
    nearestSimilarities.reduce((total, similarity) => total + similarity, 0) +
    (NEIGHBOR_COUNT - nearestSimilarities.length) * MIN_SURROUNDINGS
  return Math.min(MAX_SURROUNDINGS, Math.max(MIN_SURROUNDINGS, similaritySum / NEIGHBOR_COUNT))
}

/**
 * Joins the two clusters with the greatest lead again and again: the average over their phrasings of what they are more
 * alike than each is to its surroundings. Subjects of which visitors ask much need more to be one question. Clusters
 * with exclusive phrasings, or with different owners, stay apart.
 */
export async function clusterPhrasings(
  pairs: PhrasingPairs,
  initial: readonly PhrasingCluster[],
  runSlice: RunSlice,
): Promise<PhrasingCluster[]> {
  const surroundings = new Float64Array(pairs.count)
  await runSlice(surroundings.keys(), (phrasingIndex) => {
    surroundings[phrasingIndex] = surroundingsOf(pairs, phrasingIndex)
  })
  const clusters = initial.map(({ members, owner }) => ({ members: [...members], owner }))
  const clusterCount = clusters.length
  const leadMatrix = new Float64Array(clusterCount * clusterCount)

  function leadOf(left: PhrasingCluster, right: PhrasingCluster): number {
    if (left.owner && right.owner) return Number.NEGATIVE_INFINITY
    let leadSum = 0
    for (const leftMember of left.members)
      for (const rightMember of right.members) {
        if (pairs.areExclusive(leftMember, rightMember)) return Number.NEGATIVE_INFINITY
        leadSum +=
          pairs.similarity(leftMember, rightMember) - (surroundings[leftMember]! + surroundings[rightMember]!) / 2
      }
    return leadSum / (left.members.length * right.members.length)
  }
  await runSlice(clusters.keys(), (left) => {
    for (let right = 0; right < left; right++)
      leadMatrix[left * clusterCount + right] = leadMatrix[right * clusterCount + left] = leadOf(
        clusters[left]!,
        clusters[right]!,
      )
  })

  const remaining = new Set(clusters.keys())
  const nearestClusters = new Int32Array(clusterCount).fill(-1)
  const leadBetween = (left: number, right: number) =>
    right < 0 ? Number.NEGATIVE_INFINITY : leadMatrix[left * clusterCount + right]!
  function findNearest(left: number): void {
    nearestClusters[left] = -1
    for (const right of remaining)
      if (right !== left && leadBetween(left, right) > leadBetween(left, nearestClusters[left]!))
        nearestClusters[left] = right
  }
  function joinNearest(targetIndex: number): void {
    const sourceIndex = nearestClusters[targetIndex]!
    const [kept, joined] = [clusters[targetIndex]!, clusters[sourceIndex]!]
    remaining.delete(sourceIndex)
    const owner = kept.owner ?? joined.owner
    for (const otherIndex of remaining) {
      if (otherIndex === targetIndex) continue
      const lead =
        owner && clusters[otherIndex]!.owner
          ? Number.NEGATIVE_INFINITY
          : (leadBetween(targetIndex, otherIndex) * kept.members.length +
              leadBetween(sourceIndex, otherIndex) * joined.members.length) /
            (kept.members.length + joined.members.length)
      leadMatrix[targetIndex * clusterCount + otherIndex] = leadMatrix[otherIndex * clusterCount + targetIndex] = lead
    }
    clusters[targetIndex] = { members: [...kept.members, ...joined.members], owner }
    findNearest(targetIndex)
    for (const otherIndex of remaining)
      if (
        otherIndex !== targetIndex &&
        (nearestClusters[otherIndex] === targetIndex ||
          nearestClusters[otherIndex] === sourceIndex ||
          leadBetween(otherIndex, targetIndex) > leadBetween(otherIndex, nearestClusters[otherIndex]!))
      )
        findNearest(otherIndex)
  }
  function* joinableClusters(): Generator<number> {
    for (;;) {
      let targetIndex = -1
      for (const clusterIndex of remaining)
        if (
          targetIndex < 0 ||
          leadBetween(clusterIndex, nearestClusters[clusterIndex]!) >
            leadBetween(targetIndex, nearestClusters[targetIndex]!)
        )
          targetIndex = clusterIndex
      if (targetIndex < 0 || !(leadBetween(targetIndex, nearestClusters[targetIndex]!) >= MIN_LEAD_TO_JOIN)) return
      yield targetIndex
    }
  }
  await runSlice(clusters.keys(), findNearest)
  await runSlice(joinableClusters(), joinNearest)
  return [...remaining].map((clusterIndex) => clusters[clusterIndex]!)
}
