import {
  FILE_MOST_COLUMNS,
  FILE_MOST_ROWS,
  FileRefusal,
  type FileRow,
  type FileTable,
  tooManyRows,
} from './file-table.ts'
import { tableOf } from './table-of-rows.ts'

type JsonEntry = Record<string, unknown>

const isJsonEntry = (jsonValue: unknown): jsonValue is JsonEntry =>
  typeof jsonValue === 'object' && jsonValue !== null && !Array.isArray(jsonValue)

/** The list in a file: the file itself, the first list of objects inside of it, or the file as a single entry. */
function listIn(jsonValue: unknown): unknown[] | null {
  if (Array.isArray(jsonValue)) return jsonValue
  if (!isJsonEntry(jsonValue)) return null
  for (const innerValue of Object.values(jsonValue))
    if (Array.isArray(innerValue) && innerValue.some(isJsonEntry)) return innerValue
  for (const innerValue of Object.values(jsonValue)) {
    const innerList = isJsonEntry(innerValue) ? listIn(innerValue) : null
    if (innerList && innerList.length > 1) return innerList
  }
  return [jsonValue]
}

/** One JSON value a line; null where the lines are anything else. */
function linesOf(jsonText: string): { line: number; value: unknown; problem?: string }[] | null {
  const jsonLines = jsonText
    .split('\n')
    .map((lineContent, index) => ({ line: index + 1, content: lineContent.trim() }))
    .filter(({ content }) => content)
  if (!jsonLines[0]?.content.startsWith('{')) return null
  const readLines = jsonLines.map(({ line, content }) => {
    try {
      return { line, value: JSON.parse(content) as unknown }
    } catch {
      return { line, value: content, problem: 'This line is not valid JSON.' }
    }
  })
  return readLines[0]?.problem === undefined ? readLines : null
}

/** Cells of one entry by the names of their columns; what is inside of an object is named «outer.inner». */
function cellsOf(jsonEntry: JsonEntry, namePrefix = '', nestingDepth = 0): [string, string][] {
  return Object.entries(jsonEntry).flatMap(([key, value]): [string, string][] => {
    const cellName = `${namePrefix}${key}`
    if (value === null || value === undefined) return [[cellName, '']]
    if (isJsonEntry(value) && nestingDepth < 2) return cellsOf(value, `${cellName}.`, nestingDepth + 1)
    return [
      [cellName, typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value)],
    ]
  })
}

/**
 * Reads a list of objects, or one object a line.
 * @throws FileRefusal when it is not JSON, or holds nothing of the kind
 */
export function readJson(jsonText: string): FileTable {
  const foundValues = valuesIn(jsonText)
  if (foundValues.length > FILE_MOST_ROWS) throw tooManyRows()
  if (foundValues.length === 0) throw new FileRefusal('This file contains an empty list. There is nothing to import.')
  if (!foundValues.some(({ value }) => isJsonEntry(value)))
    throw new FileRefusal('This JSON file contains no list of objects with questions and answers.')
  const columnNumbers = new Map<string, number>()
  const readEntries = foundValues.map(({ line, value, problem }) => {
    const entryCells = isJsonEntry(value) ? cellsOf(value) : []
    for (const [name] of entryCells) {
      if (!columnNumbers.has(name) && columnNumbers.size < FILE_MOST_COLUMNS)
        columnNumbers.set(name, columnNumbers.size)
    }
    return {
      line,
      cells: entryCells,
      problem: problem ?? (isJsonEntry(value) ? undefined : 'This entry is not an object.'),
      value,
    }
  })
  const fileRows = readEntries.map(({ line, cells, problem, value }): FileRow => {
    if (problem) return { line, cells: [typeof value === 'string' ? value : JSON.stringify(value)], problem }
    const rowCells = Array.from({ length: columnNumbers.size }, () => '')
    for (const [name, cell] of cells) {
      const columnNumber = columnNumbers.get(name)
      if (columnNumber !== undefined) rowCells[columnNumber] = cell
    }
    return { line, cells: rowCells }
  })
  return tableOf('json', [...columnNumbers.keys()], fileRows)
}

function valuesIn(jsonText: string): { line: number; value: unknown; problem?: string }[] {
  let parseFailure: unknown
  try {
    const entryList = listIn(JSON.parse(jsonText))
    if (entryList) return entryList.map((entryValue, index) => ({ line: index + 1, value: entryValue }))
  } catch (error) {
    parseFailure = error
  }
  const lineValues = parseFailure ? linesOf(jsonText) : null
  if (lineValues) return lineValues
  throw new FileRefusal(
    parseFailure
      ? 'This is not a valid JSON file. It may be incomplete.'
      : 'This JSON file contains no list of objects with questions and answers.',
  )
}
