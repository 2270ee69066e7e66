/** Clusters join from this lead over the similarity to their surroundings on; fitted by `npm run eval -- grouping`. */
const JOIN_LEAD = 0.08
/** Nearest phrasings that make up the surroundings of one: more than a gap has exemplars. */
const NEIGHBORS = 40
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
function surroundingsOf({ count, similarity }: PhrasingPairs, index: number): number {
  const others = new Float64Array(count)
  for (let other = 0; other < count; other++) others[other] = other === index ? 0 : similarity(index, other)
  const nearest = others.sort().slice(-NEIGHBORS)
  const sum = nearest.reduce((total, value) => total + value, 0) + (NEIGHBORS - nearest.length) * MIN_SURROUNDINGS
  return Math.min(MAX_SURROUNDINGS, Math.max(MIN_SURROUNDINGS, sum / NEIGHBORS))
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
  await runSlice(surroundings.keys(), (index) => {
    surroundings[index] = surroundingsOf(pairs, index)
  })
  const clusters = initial.map(({ members, owner }) => ({ members: [...members], owner }))
  const size = clusters.length
  const leads = new Float64Array(size * size)

  function leadOf(left: PhrasingCluster, right: PhrasingCluster): number {
    if (left.owner && right.owner) return Number.NEGATIVE_INFINITY
    let sum = 0
    for (const one of left.members)
      for (const other of right.members) {
        if (pairs.areExclusive(one, other)) return Number.NEGATIVE_INFINITY
        sum += pairs.similarity(one, other) - (surroundings[one]! + surroundings[other]!) / 2
      }
    return sum / (left.members.length * right.members.length)
  }
  await runSlice(clusters.keys(), (left) => {
    for (let right = 0; right < left; right++)
      leads[left * size + right] = leads[right * size + left] = leadOf(clusters[left]!, clusters[right]!)
  })

  const alive = new Set(clusters.keys())
  const nearest = new Int32Array(size).fill(-1)
  const leadTo = (left: number, right: number) => (right < 0 ? Number.NEGATIVE_INFINITY : leads[left * size + right]!)
  function findNearest(left: number): void {
    nearest[left] = -1
    for (const right of alive)
      if (right !== left && leadTo(left, right) > leadTo(left, nearest[left]!)) nearest[left] = right
  }
  function joinNearest(into: number): void {
    const from = nearest[into]!
    const [kept, joined] = [clusters[into]!, clusters[from]!]
    alive.delete(from)
    const owner = kept.owner ?? joined.owner
    for (const other of alive) {
      if (other === into) continue
      const lead =
        owner && clusters[other]!.owner
          ? Number.NEGATIVE_INFINITY
          : (leadTo(into, other) * kept.members.length + leadTo(from, other) * joined.members.length) /
            (kept.members.length + joined.members.length)
      leads[into * size + other] = leads[other * size + into] = lead
    }
    clusters[into] = { members: [...kept.members, ...joined.members], owner }
    findNearest(into)
    for (const other of alive)
      if (
        other !== into &&
        (nearest[other] === into || nearest[other] === from || leadTo(other, into) > leadTo(other, nearest[other]!))
      )
        findNearest(other)
  }
  function* joinable(): Generator<number> {
    for (;;) {
      let into = -1
      for (const index of alive)
        if (into < 0 || leadTo(index, nearest[index]!) > leadTo(into, nearest[into]!)) into = index
      if (into < 0 || !(leadTo(into, nearest[into]!) >= JOIN_LEAD)) return
      yield into
    }
  }
  await runSlice(clusters.keys(), findNearest)
  await runSlice(joinable(), joinNearest)
  return [...alive].map((index) => clusters[index]!)
}
