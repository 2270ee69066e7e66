/**
 * Where a page or slide of a document begins, its text holds a line of its own: a form feed and the number. The marks
 * stay in the text that is kept and are taken out of the passages.
 */
export const placeMark = (number: number): string => `\f${number}\n`

const MARK = /\f(\d+)\n?/g

/** A text without its marks, and the numbers they carried, with where each stood in the text that is left. */
export function takeMarks(text: string): { text: string; marks: { at: number; number: number }[] } {
  const marks: { at: number; number: number }[] = []
  let removed = 0
  const left = text.replace(MARK, (mark, number: string, at: number) => {
    marks.push({ at: at - removed, number: Number(number) })
    removed += mark.length
    return ''
  })
  return { text: left, marks }
}

/** The parts of a text by the number that each is marked with; what stands before the first mark is left out. */
export function placesOf(marked: string): Map<number, string> {
  const { text, marks } = takeMarks(marked)
  return new Map(marks.map(({ at, number }, i) => [number, text.slice(at, marks[i + 1]?.at).trim()]))
}

/** The same parts as one text, by their numbers. */
export const joinPlaces = (places: ReadonlyMap<number, string>): string =>
  [...places]
    .sort(([a], [b]) => a - b)
    .map(([number, text]) => placeMark(number) + text)
    .join('\n\n')
