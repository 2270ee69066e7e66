import { joinsLines } from './inline.ts'

export interface ListMarker {
  ordered: boolean
  number: number
  /** Column of the marker, and of the text after it. */
  indent: number
  content: number
  text: string
}

const MARKER = /^( {0,12})(?:(\d{1,4})[.)]|([-*+•]))( +)(\S.*)$/u

/** The list marker that a line begins with; null when it begins with none. */
export function readMarker(line: string): ListMarker | null {
  const match = MARKER.exec(line)
  if (!match) return null
  const [, indent = '', number, , space = '', text = ''] = match
  const sign = number === undefined ? 1 : number.length + 1
  return {
    ordered: number !== undefined,
    number: number === undefined ? 1 : Number(number),
    indent: indent.length,
    content: indent.length + sign + Math.min(space.length, 4),
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
export function readList(lines: string[], begin: number, endsItem: (line: string) => boolean): ListLines {
  const first = readMarker(lines[begin]!)!
  const items: string[][] = []
  let last = first
  let at = begin
  while (at < lines.length) {
    const line = lines[at]!
    const marker = readMarker(line)
    const isBlank = line.trim() === ''
    const afterBlank = at > begin && lines[at - 1]!.trim() === ''
    if (marker && isItem(marker, first, last, items.length)) {
      items.push([marker.text])
      last = marker
    } else if (isBlank) {
      if (!continuesAfterBlank(lines, at, first, last, items.length)) break
      items.at(-1)?.push('')
    } else if (indentOf(line) > last.indent && indentOf(line) >= Math.min(last.content, last.indent + 2)) {
      items.at(-1)?.push(line.slice(Math.min(indentOf(line), last.content)))
    } else if (!marker && !afterBlank && !endsItem(line) && joinsLines(lines[at - 1] ?? '', line)) {
      items.at(-1)?.push(line.trim())
    } else break
    at += 1
  }
  return { ordered: first.ordered, start: first.ordered ? first.number : 1, items, end: at }
}

/** A number that restarts at 1 is a new list, unless every item is written as "1.". */
function isItem(marker: ListMarker, first: ListMarker, last: ListMarker, count: number): boolean {
  if (count === 0) return true
  if (marker.ordered !== first.ordered || marker.indent > Math.max(first.indent, last.indent) + 1) return false
  if (marker.indent < first.indent - 1) return false
  return !marker.ordered || marker.number > first.number || (marker.number === 1 && first.number === 1)
}

function continuesAfterBlank(lines: string[], at: number, first: ListMarker, last: ListMarker, count: number): boolean {
  let next = at + 1
  while (next < lines.length && lines[next]!.trim() === '') next += 1
  const line = lines[next]
  if (line === undefined) return false
  const marker = readMarker(line)
  if (marker && isItem(marker, first, last, count)) return true
  return indentOf(line) > last.indent && indentOf(line) >= Math.min(last.content, last.indent + 2)
}

const indentOf = (line: string): number => line.length - line.trimStart().length
