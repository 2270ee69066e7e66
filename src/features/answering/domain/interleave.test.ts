import { expect, test } from 'vitest'
import { interleave } from './interleave.ts'

test('alternates between the lists and keeps only the first item of each key', () => {
  expect(interleave([['a', 'b', 'c'], ['A'], ['d', 'B']], (item) => item.toLowerCase())).toEqual(['a', 'd', 'b', 'c'])
  expect(interleave([], String)).toEqual([])
})
