import { expect, it } from 'vitest'
import { kMeans } from './k-means.ts'
import { partitionFigures } from './partition.ts'

it('equal partitions agree completely with any names of the groups', () => {
  expect(partitionFigures(['a', 'a', 'b', 'c'], ['x', 'x', 'y', 'z'])).toEqual({
    ari: 1,
    precision: 1,
    recall: 1,
    f1: 1,
    groups: 3,
  })
})

it('the figures follow their definitions', () => {
  // Pairs: 6 true (3 + 3), 4 found (3 + 1), 3 of them true; 15 in all.
  const figures = partitionFigures(['a', 'a', 'a', 'b', 'b', 'b'], ['1', '1', '1', '2', '3', '2'])
  expect(figures).toMatchObject({ precision: 1, recall: 4 / 6, groups: 3 })
  expect(figures.ari).toBeCloseTo((4 - (6 * 4) / 15) / (5 - (6 * 4) / 15))
})

it('one single group, and only groups of one, have no information', () => {
  expect(partitionFigures(['a', 'a', 'b', 'b'], ['1', '1', '1', '1']).ari).toBeCloseTo(0)
  expect(partitionFigures(['a', 'a', 'b', 'b'], ['1', '2', '3', '4'])).toMatchObject({ ari: 0, f1: 0 })
})

it('k-means separates texts without common words, the same in every run', () => {
  const texts = ['red parcel', 'parcel red', 'blue letter', 'letter blue', 'blue letter']
  const found = kMeans(texts, 2, 'en')
  expect(partitionFigures(['p', 'p', 'l', 'l', 'l'], found).ari).toBe(1)
  expect(kMeans(texts, 2, 'en')).toEqual(found)
})
