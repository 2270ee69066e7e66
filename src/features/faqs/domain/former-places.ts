/**
 * Returns the positions at which restored FAQs are inserted: each at its former one, or at the end.
 * @param formerPositions their former positions from 1, ascending and unique
 * @param stayingCount number of existing FAQs
 * @returns their positions, ascending
 */
export function formerPlaces(formerPositions: readonly number[], stayingCount: number): number[] {
  let lastPlace = 0
  return formerPositions.map((formerPlace, index) => {
    lastPlace = Math.max(lastPlace + 1, Math.min(formerPlace, stayingCount + index + 1))
    return lastPlace
  })
}
