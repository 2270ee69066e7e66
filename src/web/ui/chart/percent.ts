/** A share for people: «72%», «<1%» for what is there but would round to nothing, «–» of nothing. */
export function percentOf(part: number, whole: number): string {
  if (whole === 0) return '–'
  const share = Math.round((100 * part) / whole)
  if (share === 0 && part > 0) return '<1%'
  return share === 100 && part < whole ? '>99%' : `${share}%`
}
