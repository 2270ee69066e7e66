/** Formats a share: "72%", "<1%" when a non-zero share would round to 0, "–" when the whole is 0. */
export function percentOf(part: number, whole: number): string {
  if (whole === 0) return '–'
  const roundedPercent = Math.round((100 * part) / whole)
  if (roundedPercent === 0 && part > 0) return '<1%'
  return roundedPercent === 100 && part < whole ? '>99%' : `${roundedPercent}%`
}
