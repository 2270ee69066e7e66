const STEPS = [1, 2, 4, 5, 10]

/**
 * Returns the upper end of an axis of counts from 0: an even number close above the highest count, so that the middle
 * is a whole number too.
 */
export function axisTop(highest: number): number {
  if (highest <= 2) return 2
  const scale = 10 ** Math.floor(Math.log10(highest))
  const top = (STEPS.find((step) => step * scale >= highest) ?? 10) * scale
  return top % 2 === 0 ? top : top + 1
}
