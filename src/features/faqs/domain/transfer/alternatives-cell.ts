/** Several questions in one cell: one a line or between bars, or a JSON list. Empty ones are left out. */
export function readAlternatives(cell: string): string[] {
  const text = cell.trim()
  if (text.startsWith('[')) {
    const list = jsonList(text)
    if (list) return list
  }
  return text
    .split(/\r\n|[\n\r|]/)
    .map((line) => line.trim())
    .filter(Boolean)
}

function jsonList(text: string): string[] | null {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : null
  } catch {
    return null
  }
}

/** One a line, where that reads back as the same list; else as JSON. */
export function writeAlternatives(list: readonly string[]): string {
  const lines = list.join('\n')
  const back = readAlternatives(lines)
  return back.length === list.length && back.every((text, index) => text === list[index]) ? lines : JSON.stringify(list)
}
