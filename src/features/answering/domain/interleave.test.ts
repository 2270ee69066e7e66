import { expect, test } from 'vitest'
import { interleave } from './interleave.ts'

test('takes from each list in turn, and of one key only the first item', () => {
  expect(interleave([['a', 'b', 'c'], ['A'], ['d', 'B']], (item) => item.toLowerCase())).toEqual(['a', 'd', 'b', 'c'])
  expect(interleave([], String)).toEqual([])
})
