/**
 * The start of a page or slide is marked in a document's text by a line of its own: a form feed and the number. The
 * stored text keeps the marks; passages do not.
 */
export const placeMark = (number: number): string => `\f${number}\n`

const MARK = /\f(\d+)\n?/g

/** A text without its marks, and the numbers they carried, with where each stood in the text that is left. */
export function takeMarks(text: string): { text: string; marks: { at: number; number: number }[] } {
  const marks: { at: number; number: number }[] = []
  let removed = 0
  const left = text.replace(MARK, (mark, number: string, position: number) => {
    marks.push({ at: position - removed, number: Number(number) })
    removed += mark.length
    return ''
  })
  return { text: left, marks }
}

/** Returns the parts of a text by the number of their mark; text before the first mark is left out. */
export function placesOf(marked: string): Map<number, string> {
  const { text, marks } = takeMarks(marked)
  return new Map(marks.map(({ at, number }, index) => [number, text.slice(at, marks[index + 1]?.at).trim()]))
}

/** The same parts as one text, by their numbers. */
export const joinPlaces = (places: ReadonlyMap<number, string>): string =>
  [...places]
    .sort(([a], [b]) => a - b)
    .map(([number, text]) => placeMark(number) + text)
    .join('\n\n')
