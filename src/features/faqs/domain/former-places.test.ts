import { describe, expect, it } from 'vitest'
import { formerPlaces } from './former-places.ts'

describe('the former places', () => {
  it('are taken again while the others are still there', () => {
    expect(formerPlaces([2], 4)).toEqual([2])
    expect(formerPlaces([1, 2, 3], 0)).toEqual([1, 2, 3])
    expect(formerPlaces([1, 3, 5], 2)).toEqual([1, 3, 5])
  })

  it('never leave a gap, nor stand twice, when others were deleted meanwhile', () => {
    expect(formerPlaces([7], 2)).toEqual([3])
    expect(formerPlaces([4, 9, 10], 1)).toEqual([2, 3, 4])
    expect(formerPlaces([2, 2, 2], 5)).toEqual([2, 3, 4])
  })
})
