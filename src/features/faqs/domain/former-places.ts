/**
 * Where FAQs that come back stand among those that are there: each where it was, and none further down than the end.
 * @param former their former places from 1, ascending, each once
 * @param staying how many are there
 * @returns their places, ascending
 */
export function formerPlaces(former: readonly number[], staying: number): number[] {
  let last = 0
  return former.map((place, index) => {
    last = Math.max(last + 1, Math.min(place, staying + index + 1))
    return last
  })
}
