/** On one line; longer than `max` characters it is cut at a word. */
export function fitted(text: string, max: number): string {
  const flat = text.replace(/\s+/gu, ' ').trim()
  if (flat.length <= max) return flat
  const cut = flat.slice(0, max).toWellFormed()
  const space = cut.lastIndexOf(' ')
  return space > 0 ? cut.slice(0, space) : cut
}
