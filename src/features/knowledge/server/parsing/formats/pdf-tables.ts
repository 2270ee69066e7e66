/** A piece of a line that wide gaps part from its neighbors. */
export interface LineCell {
  text: string
  x: number
  end: number
}

export interface CelledLine {
  cells: LineCell[]
  y: number
  size: number
}

const ROWS_MIN = 3
/** Cells of tables are short; columns of running text are not. */
const WORDS_MAX = 12
/** Signs before the items of a list, which are no cells. */
const LIST_SIGN = /^(?:[•▪◦‣●○■–·*-]|\(?(?:\d{1,3}|[a-z])[.)])$/i
/** Greatest distance of rows, in sizes of their letters. */
const ROW_GAP_MAX = 3.5

/** True when two cells begin, end or have their middle at one place. */
const isAligned = (left: LineCell, right: LineCell, tolerance: number): boolean =>
  Math.abs(left.x - right.x) <= tolerance ||
  Math.abs(left.end - right.end) <= tolerance ||
  Math.abs(left.x + left.end - right.x - right.end) <= 2 * tolerance

function continues(first: CelledLine, above: CelledLine, line: CelledLine): boolean {
  const gap = above.y - line.y
  if (line.cells.length !== first.cells.length || gap <= 0 || gap > line.size * ROW_GAP_MAX) return false
  return line.cells.every((cell, index) => {
    const [head, last] = [first.cells[index], above.cells[index]]
    const isOne = (other: LineCell | undefined) => other !== undefined && isAligned(cell, other, line.size / 2)
    return isOne(head) || isOne(last)
  })
}

/** Returns the rows of the table that begins with the first of these lines, drawn with or without rules; [] for none. */
export function tableRows(lines: readonly CelledLine[]): string[][] {
  const [first] = lines
  if (!first || first.cells.length < 2 || LIST_SIGN.test(first.cells[0]?.text ?? '')) return []
  const end = lines.findIndex((line, index) => index > 0 && !continues(first, lines[index - 1] ?? first, line))
  const rows = (end < 0 ? lines : lines.slice(0, end)).map(({ cells }) => cells.map(({ text }) => text))
  const words = rows.flat().reduce((sum, text) => sum + text.split(/\s+/).length, 0)
  return rows.length < ROWS_MIN || words / rows.flat().length > WORDS_MAX ? [] : rows
}
