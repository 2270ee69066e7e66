import { expect, it } from 'vitest'
import { clusterPhrasings as clusterInSlices, type PhrasingCluster, type PhrasingPairs } from './cluster-phrasings.ts'

/** Phrasings of topics: `alike` within one, `apart` between two. */
function topics(sizes: readonly number[], options: { alike?: number; apart?: number; exclusive?: string } = {}) {
  const { alike = 0.7, apart = 0.1, exclusive = '' } = options
  const topicOf = sizes.flatMap((size, topic) => Array<number>(size).fill(topic))
  const pairs: PhrasingPairs = {
    count: topicOf.length,
    similarity: (left, right) => (topicOf[left] === topicOf[right] ? alike : apart),
    areExclusive: (left, right) => [`${left}-${right}`, `${right}-${left}`].includes(exclusive),
  }
  return pairs
}
const clusterPhrasings = (pairs: PhrasingPairs, initial: PhrasingCluster[]) =>
  clusterInSlices(pairs, initial, async (steps, work) => {
    for (const step of steps) work(step)
  })
const single = (...members: number[]): PhrasingCluster[] =>
  members.map((member) => ({ members: [member], owner: null }))
const membersOf = (clusters: PhrasingCluster[]) =>
  clusters
    .map(({ members }) => members.toSorted((left, right) => left - right))
    .toSorted((left, right) => left[0]! - right[0]!)

it('joins phrasings that are more similar than their surroundings', async () => {
  expect(membersOf(await clusterPhrasings(topics([3, 2]), single(0, 1, 2, 3, 4)))).toEqual([
    [0, 1, 2],
    [3, 4],
  ])
  expect(await clusterPhrasings(topics([2], { alike: 0.4 }), single(0, 1))).toHaveLength(2)
})

it('requires a higher similarity when all phrasings are similar', async () => {
  const crowd = Array.from({ length: 30 }, () => 2)
  const all = single(...Array(60).keys())
  expect(await clusterPhrasings(topics(crowd, { alike: 0.57, apart: 0.1 }), all)).toHaveLength(30)
  expect(await clusterPhrasings(topics(crowd, { alike: 0.57, apart: 0.52 }), all)).toHaveLength(60)
})

it('creates one gap from a question that very many visitors ask', async () => {
  expect(await clusterPhrasings(topics([80], { alike: 0.7 }), single(...Array(80).keys()))).toHaveLength(1)
})

it('never puts two exclusive phrasings into one cluster', async () => {
  const pairs = topics([4], { exclusive: '0-3' })
  for (const { members } of await clusterPhrasings(pairs, single(0, 1, 2, 3)))
    expect(members.includes(0) && members.includes(3)).toBe(false)
})

it('adds to the clusters of a gap without joining or dividing them', async () => {
  const owned: PhrasingCluster[] = [
    { members: [0, 3], owner: 'a' },
    { members: [1], owner: 'b' },
  ]
  const clusters = await clusterPhrasings(topics([3, 2]), [...owned, ...single(2, 4)])
  expect(clusters.filter(({ owner }) => owner === 'a').flatMap(({ members }) => members)).toEqual(
    expect.arrayContaining([0, 3]),
  )
  expect(clusters.filter(({ owner }) => owner === 'b').flatMap(({ members }) => members)).toContain(1)
  expect(clusters.filter(({ owner }) => owner)).toHaveLength(2)
})
