/**
 * The sentences of a text, in order: cut at line ends, and after full stops, question and exclamation marks of the
 * scripts in use. A fragment under 25 characters ("No.", "2.") is joined to what follows it. Never empty strings.
 */
export function sentences(text: string): string[] {
  const out: string[] = []
  for (const piece of text.split(/(?<=[!?。！？؟।])\s*|(?<=\.)\s+|\n+/u)) {
    const sentence = piece.trim()
    if (!sentence) continue
    const last = out.length - 1
    const before = out[last]
    if (before !== undefined && before.length < 25) out[last] = `${before} ${sentence}`
    else out.push(sentence)
  }
  return out
}
