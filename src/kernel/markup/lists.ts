import { joinsLines } from './inline.ts'

export interface ListMarker {
  ordered: boolean
  number: number
  /** Column of the marker, and of the text after it. */
  indent: number
  content: number
  text: string
}

const MARKER_LINE = /^( {0,12})(?:(\d{1,4})[.)]|([-*+•]))( +)(\S.*)$/u

/** The list marker that a line begins with; null when it begins with none. */
export function readMarker(sourceLine: string): ListMarker | null {
  const markerMatch = MARKER_LINE.exec(sourceLine)
  if (!markerMatch) return null
  const [, indent = '', number, , space = '', text = ''] = markerMatch
  const signLength = number === undefined ? 1 : number.length + 1
  return {
    ordered: number !== undefined,
    number: number === undefined ? 1 : Number(number),
    indent: indent.length,
    content: indent.length + signLength + Math.min(space.length, 4),
    text,
  }
}

export interface ListLines {
  ordered: boolean
  start: number
  /** The lines of each item, without its indentation. */
  items: string[][]
  /** The first line after the list. */
  end: number
}

/** Reads the list that begins at a line. `endsItem`: this line begins something else. */
export function readList(sourceLines: string[], firstLine: number, endsItem: (line: string) => boolean): ListLines {
  const firstMarker = readMarker(sourceLines[firstLine]!)!
  const itemLines: string[][] = []
  let lastMarker = firstMarker
  let lineIndex = firstLine
  while (lineIndex < sourceLines.length) {
    const sourceLine = sourceLines[lineIndex]!
    const marker = readMarker(sourceLine)
    const isBlank = sourceLine.trim() === ''
    const afterBlank = lineIndex > firstLine && sourceLines[lineIndex - 1]!.trim() === ''
    if (marker && continuesList(marker, firstMarker, lastMarker, itemLines.length)) {
      itemLines.push([marker.text])
      lastMarker = marker
    } else if (isBlank) {
      if (!continuesAfterBlank(sourceLines, lineIndex, firstMarker, lastMarker, itemLines.length)) break
      itemLines.at(-1)?.push('')
    } else if (
      indentOf(sourceLine) > lastMarker.indent &&
      indentOf(sourceLine) >= Math.min(lastMarker.content, lastMarker.indent + 2)
    ) {
      itemLines.at(-1)?.push(sourceLine.slice(Math.min(indentOf(sourceLine), lastMarker.content)))
    } else if (
      !marker &&
      !afterBlank &&
      !endsItem(sourceLine) &&
      joinsLines(sourceLines[lineIndex - 1] ?? '', sourceLine)
    ) {
      itemLines.at(-1)?.push(sourceLine.trim())
    } else break
    lineIndex += 1
  }
  return {
    ordered: firstMarker.ordered,
    start: firstMarker.ordered ? firstMarker.number : 1,
    items: itemLines,
    end: lineIndex,
  }
}

/** A number that restarts at 1 is a new list, unless every item is written as "1.". */
function continuesList(
  marker: ListMarker,
  firstMarker: ListMarker,
  lastMarker: ListMarker,
  itemCount: number,
): boolean {
  if (itemCount === 0) return true
  if (marker.ordered !== firstMarker.ordered || marker.indent > Math.max(firstMarker.indent, lastMarker.indent) + 1)
    return false
  if (marker.indent < firstMarker.indent - 1) return false
  return !marker.ordered || marker.number > firstMarker.number || (marker.number === 1 && firstMarker.number === 1)
}

function continuesAfterBlank(
  sourceLines: string[],
  blankIndex: number,
  firstMarker: ListMarker,
  lastMarker: ListMarker,
  itemCount: number,
): boolean {
  let nextIndex = blankIndex + 1
  while (nextIndex < sourceLines.length && sourceLines[nextIndex]!.trim() === '') nextIndex += 1
  const sourceLine = sourceLines[nextIndex]
  if (sourceLine === undefined) return false
  const marker = readMarker(sourceLine)
  if (marker && continuesList(marker, firstMarker, lastMarker, itemCount)) return true
  return (
    indentOf(sourceLine) > lastMarker.indent &&
    indentOf(sourceLine) >= Math.min(lastMarker.content, lastMarker.indent + 2)
  )
}

const indentOf = (sourceLine: string): number => sourceLine.length - sourceLine.trimStart().length
