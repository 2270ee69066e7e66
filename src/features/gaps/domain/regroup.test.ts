import { expect, it } from 'vitest'
import { gapsOfClusters, initialClusters } from './regroup.ts'

const inGap = (gapId: string | null, mergedFrom: string | null = null) => ({ gapId, mergedFrom })

it('keeps the clusters of an owned gap together, and starts every other phrasing alone', () => {
  const phrasings = [inGap('a'), inGap('a'), inGap('a', 'm'), inGap('b'), inGap('b'), inGap(null)]
  expect(initialClusters(phrasings, (id) => id === 'a')).toEqual([
    { members: [0, 1], owner: 'a' },
    { members: [2], owner: 'a' },
    { members: [3], owner: null },
    { members: [4], owner: null },
    { members: [5], owner: null },
  ])
})

it('keeps the gap that most phrasings come from, only once', () => {
  const phrasings = [inGap('a'), inGap('a'), inGap('a'), inGap('b'), inGap(null)]
  const clusters = [
    { members: [0, 3], owner: null },
    { members: [1, 2], owner: null },
    { members: [4], owner: null },
  ]
  expect(gapsOfClusters(clusters, phrasings)).toEqual(['b', 'a', null])
  expect(gapsOfClusters([{ members: [0, 4], owner: 'o' }], phrasings)).toEqual(['o'])
})
