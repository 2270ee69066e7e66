import {
  FILE_MOST_COLUMNS,
  FILE_MOST_ROWS,
  FileRefusal,
  type FileRow,
  type FileTable,
  tooManyRows,
} from './file-table.ts'
import { tableOf } from './table-of-rows.ts'

type Entry = Record<string, unknown>

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The list in a file: the file itself, the first list of objects inside of it, or the file as a single entry. */
function listIn(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isEntry(value)) return null
  for (const inner of Object.values(value)) if (Array.isArray(inner) && inner.some(isEntry)) return inner
  for (const inner of Object.values(value)) {
    const list = isEntry(inner) ? listIn(inner) : null
    if (list && list.length > 1) return list
  }
  return [value]
}

/** One JSON value a line; null where the lines are anything else. */
function linesOf(text: string): { line: number; value: unknown; problem?: string }[] | null {
  const lines = text
    .split('\n')
    .map((content, index) => ({ line: index + 1, content: content.trim() }))
    .filter(({ content }) => content)
  if (!lines[0]?.content.startsWith('{')) return null
  const read = lines.map(({ line, content }) => {
    try {
      return { line, value: JSON.parse(content) as unknown }
    } catch {
      return { line, value: content, problem: 'This line is not valid JSON.' }
    }
  })
  return read[0]?.problem === undefined ? read : null
}

/** Cells of one entry by the names of their columns; what is inside of an object is named «outer.inner». */
function cellsOf(entry: Entry, prefix = '', depth = 0): [string, string][] {
  return Object.entries(entry).flatMap(([key, value]): [string, string][] => {
    const name = `${prefix}${key}`
    if (value === null || value === undefined) return [[name, '']]
    if (isEntry(value) && depth < 2) return cellsOf(value, `${name}.`, depth + 1)
    return [
      [name, typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value)],
    ]
  })
}

/**
 * Reads a list of objects, or one object a line.
 * @throws FileRefusal when it is not JSON, or holds nothing of the kind
 */
export function readJson(text: string): FileTable {
  const found = valuesIn(text)
  if (found.length > FILE_MOST_ROWS) throw tooManyRows()
  if (found.length === 0) throw new FileRefusal('This file contains an empty list. There is nothing to import.')
  if (!found.some(({ value }) => isEntry(value)))
    throw new FileRefusal('This JSON file contains no list of objects with questions and answers.')
  const columns = new Map<string, number>()
  const entries = found.map(({ line, value, problem }) => {
    const cells = isEntry(value) ? cellsOf(value) : []
    for (const [name] of cells) {
      if (!columns.has(name) && columns.size < FILE_MOST_COLUMNS) columns.set(name, columns.size)
    }
    return { line, cells, problem: problem ?? (isEntry(value) ? undefined : 'This entry is not an object.'), value }
  })
  const rows = entries.map(({ line, cells, problem, value }): FileRow => {
    if (problem) return { line, cells: [typeof value === 'string' ? value : JSON.stringify(value)], problem }
    const row = Array.from({ length: columns.size }, () => '')
    for (const [name, cell] of cells) {
      const at = columns.get(name)
      if (at !== undefined) row[at] = cell
    }
    return { line, cells: row }
  })
  return tableOf('json', [...columns.keys()], rows)
}

function valuesIn(text: string): { line: number; value: unknown; problem?: string }[] {
  let reason: unknown
  try {
    const list = listIn(JSON.parse(text))
    if (list) return list.map((value, index) => ({ line: index + 1, value }))
  } catch (error) {
    reason = error
  }
  const lines = reason ? linesOf(text) : null
  if (lines) return lines
  throw new FileRefusal(
    reason
      ? 'This is not a valid JSON file. It may be incomplete.'
      : 'This JSON file contains no list of objects with questions and answers.',
  )
}
