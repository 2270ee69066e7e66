import { expect, test } from 'vitest'
import { batchesOf } from './batches.ts'

const split = (items: string[], maxItems: number, maxWeight: number) => [
  ...batchesOf(items, { maxItems, maxWeight, weightOf: (text) => text.length }),
]

test.each<[string[], number, number, string[][]]>([
  [[], 2, 10, []],
  [['a', 'b', 'c'], 2, 10, [['a', 'b'], ['c']]],
  [['aaa', 'bbb', 'c'], 9, 4, [['aaa'], ['bbb', 'c']]],
  [['a', 'long enough', 'c'], 9, 4, [['a'], ['long enough'], ['c']]],
])('%j in batches of at most %d items or %d characters', (items, maxItems, maxWeight, batches) => {
  expect(split(items, maxItems, maxWeight)).toEqual(batches)
})
