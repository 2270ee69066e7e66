/** At most this many sentences are quoted from a passage: enough to answer, short enough to read. */
export const QUOTED_SENTENCES = 4
const QUOTED_CHARACTERS = 700

/**
 * The sentences of a passage that answer, quoted exactly and in their order: from the best one on, up to four that follow
 * it without a gap, so that nothing unrelated is stitched together.
 * @param sentences of the passage, in order
 * @param best index of the best sentence
 */
export function quoteSentences(sentences: readonly string[], best: number): string {
  const start = Math.min(Math.max(0, best), Math.max(0, sentences.length - 1))
  const quoted: string[] = []
  let length = 0
  for (const sentence of sentences.slice(start, start + QUOTED_SENTENCES)) {
    const text = sentence.trim()
    if (quoted.length > 0 && length + text.length > QUOTED_CHARACTERS) break
    quoted.push(text)
    length += text.length + 1
  }
  return quoted.join(' ')
}
