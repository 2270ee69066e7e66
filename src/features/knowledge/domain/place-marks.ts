/**
 * The start of a page or slide is marked in a document's text by a line of its own: a form feed and the number. The
 * stored text keeps the marks; passages do not.
 */
export const placeMark = (placeNumber: number): string => `\f${placeNumber}\n`

const PLACE_MARK = /\f(\d+)\n?/g

/** A text without its marks, and the numbers they carried, with where each stood in the text that is left. */
export function takeMarks(text: string): { text: string; marks: { at: number; number: number }[] } {
  const marks: { at: number; number: number }[] = []
  let removedLength = 0
  const remainingText = text.replace(PLACE_MARK, (mark, digits: string, position: number) => {
    marks.push({ at: position - removedLength, number: Number(digits) })
    removedLength += mark.length
    return ''
  })
  return { text: remainingText, marks }
}

/** Returns the parts of a text by the number of their mark; text before the first mark is left out. */
export function placesOf(markedText: string): Map<number, string> {
  const { text, marks } = takeMarks(markedText)
  return new Map(marks.map(({ at, number }, markIndex) => [number, text.slice(at, marks[markIndex + 1]?.at).trim()]))
}

/** The same parts as one text, by their numbers. */
export const joinPlaces = (places: ReadonlyMap<number, string>): string =>
  [...places]
    .sort(([a], [b]) => a - b)
    .map(([number, text]) => placeMark(number) + text)
    .join('\n\n')
