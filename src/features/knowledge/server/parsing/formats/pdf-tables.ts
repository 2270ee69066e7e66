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

const MIN_ROWS = 3
/** Cells of tables are short; columns of running text are not. */
const MAX_CELL_WORDS = 12
/** Signs before the items of a list, which are no cells. */
const LIST_SIGN = /^(?:[•▪◦‣●○■–·*-]|\(?(?:\d{1,3}|[a-z])[.)])$/i
/** Greatest distance of rows, in sizes of their letters. */
const MAX_ROW_GAP = 3.5

/** True when two cells begin, end or have their middle at one place. */
const isAligned = (firstCell: LineCell, secondCell: LineCell, tolerance: number): boolean =>
  Math.abs(firstCell.x - secondCell.x) <= tolerance ||
  Math.abs(firstCell.end - secondCell.end) <= tolerance ||
  Math.abs(firstCell.x + firstCell.end - secondCell.x - secondCell.end) <= 2 * tolerance

function continuesTable(firstRow: CelledLine, rowAbove: CelledLine, nextRow: CelledLine): boolean {
  const rowGap = rowAbove.y - nextRow.y
  if (nextRow.cells.length !== firstRow.cells.length || rowGap <= 0 || rowGap > nextRow.size * MAX_ROW_GAP) return false
  return nextRow.cells.every((cell, cellIndex) => {
    const [head, last] = [firstRow.cells[cellIndex], rowAbove.cells[cellIndex]]
    const isAlignedWith = (otherCell: LineCell | undefined) =>
      otherCell !== undefined && isAligned(cell, otherCell, nextRow.size / 2)
    return isAlignedWith(head) || isAlignedWith(last)
  })
}

/** Returns the rows of the table that begins with the first of these lines, drawn with or without rules; [] for none. */
export function tableRows(lines: readonly CelledLine[]): string[][] {
  const [first] = lines
  if (!first || first.cells.length < 2 || LIST_SIGN.test(first.cells[0]?.text ?? '')) return []
  const tableEnd = lines.findIndex(
    (line, lineIndex) => lineIndex > 0 && !continuesTable(first, lines[lineIndex - 1] ?? first, line),
  )
  const rowTexts = (tableEnd < 0 ? lines : lines.slice(0, tableEnd)).map(({ cells }) => cells.map(({ text }) => text))
  const wordTotal = rowTexts.flat().reduce((wordSum, cellText) => wordSum + cellText.split(/\s+/).length, 0)
  return rowTexts.length < MIN_ROWS || wordTotal / rowTexts.flat().length > MAX_CELL_WORDS ? [] : rowTexts
}
