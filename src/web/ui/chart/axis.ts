const AXIS_STEPS = [1, 2, 4, 5, 10]

/**
 * Returns the upper end of an axis of counts from 0: an even number close above the highest count, so that the middle
 * is a whole number too.
 */
export function axisTop(highestValue: number): number {
  if (highestValue <= 2) return 2
  const powerOfTen = 10 ** Math.floor(Math.log10(highestValue))
  const roundedTop = (AXIS_STEPS.find((axisStep) => axisStep * powerOfTen >= highestValue) ?? 10) * powerOfTen
  return roundedTop % 2 === 0 ? roundedTop : roundedTop + 1
}
