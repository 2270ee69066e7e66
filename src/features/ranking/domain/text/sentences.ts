/**
 * The sentences of a text, in order: cut at line ends, and after full stops, question and exclamation marks of the
 * scripts in use. A fragment under 25 characters ("No.", "2.") is joined to what follows it. Never empty strings.
 */
export function sentences(bodyText: string): string[] {
  const sentenceList: string[] = []
  for (const textPiece of bodyText.split(/(?<=[!?。！？؟।])\s*|(?<=\.)\s+|\n+/u)) {
    const sentence = textPiece.trim()
    if (!sentence) continue
    const lastIndex = sentenceList.length - 1
    const previousSentence = sentenceList[lastIndex]
    if (previousSentence !== undefined && previousSentence.length < 25)
      sentenceList[lastIndex] = `${previousSentence} ${sentence}`
    else sentenceList.push(sentence)
  }
  return sentenceList
}
