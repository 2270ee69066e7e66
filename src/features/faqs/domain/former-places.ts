/**
 * Returns the positions at which restored FAQs are inserted: each at its former one, or at the end.
 * @param former their former positions from 1, ascending and unique
 * @param staying number of existing FAQs
 * @returns their positions, ascending
 */
export function formerPlaces(former: readonly number[], staying: number): number[] {
  let last = 0
  return former.map((place, index) => {
    last = Math.max(last + 1, Math.min(place, staying + index + 1))
    return last
  })
}
