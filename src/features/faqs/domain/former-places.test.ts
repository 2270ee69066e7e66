import { describe, expect, it } from 'vitest'
import { formerPlaces } from './former-places.ts'

describe('the former positions', () => {
  it('are restored while the other FAQs still exist', () => {
    expect(formerPlaces([2], 4)).toEqual([2])
    expect(formerPlaces([1, 2, 3], 0)).toEqual([1, 2, 3])
    expect(formerPlaces([1, 3, 5], 2)).toEqual([1, 3, 5])
  })

  it('have no gaps or duplicates after other FAQs were deleted', () => {
    expect(formerPlaces([7], 2)).toEqual([3])
    expect(formerPlaces([4, 9, 10], 1)).toEqual([2, 3, 4])
    expect(formerPlaces([2, 2, 2], 5)).toEqual([2, 3, 4])
  })
})
