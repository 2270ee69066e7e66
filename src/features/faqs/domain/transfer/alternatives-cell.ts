/** Several questions in one cell: one a line or between bars, or a JSON list. Empty ones are left out. */
export function readAlternatives(cellText: string): string[] {
  const trimmedCell = cellText.trim()
  if (trimmedCell.startsWith('[')) {
    const parsedList = jsonList(trimmedCell)
    if (parsedList) return parsedList
  }
  return trimmedCell
    .split(/\r\n|[\n\r|]/)
    .map((alternativeLine) => alternativeLine.trim())
    .filter(Boolean)
}

function jsonList(trimmedCell: string): string[] | null {
  try {
    const parsedValue: unknown = JSON.parse(trimmedCell)
    return Array.isArray(parsedValue) && parsedValue.every((listItem) => typeof listItem === 'string')
      ? parsedValue
      : null
  } catch {
    return null
  }
}

/** One a line, where that reads back as the same list; else as JSON. */
export function writeAlternatives(alternatives: readonly string[]): string {
  const joinedLines = alternatives.join('\n')
  const readBack = readAlternatives(joinedLines)
  return readBack.length === alternatives.length &&
    readBack.every((alternative, index) => alternative === alternatives[index])
    ? joinedLines
    : JSON.stringify(alternatives)
}
