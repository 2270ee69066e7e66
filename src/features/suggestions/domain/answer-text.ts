const ANSWER_MAX = 20_000
const TABLE_RULE = /^\s*\|?[\s|:-]+\|?\s*$/

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim())

/** A row of a table as a point: what its first column names, and what the others say of it. */
function pointOf(row: string): string {
  const [first = '', ...rest] = cellsOf(row)
  const description = rest.filter(Boolean).join(', ')
  return first && description ? `- ${first}: ${description}` : `- ${first || description}`
}

/**
 * The text of a page as the answer of a FAQ, which has paragraphs, points and bold alone: headings within it are bold, rows
 * of tables are points. Null where nothing is left, or more than a FAQ holds.
 */
export function asAnswer(markdown: string): string | null {
  const lines: string[] = []
  let fenced = false
  for (const line of markdown.replace(/\r\n?/g, '\n').split('\n')) {
    const text = line.trimEnd()
    if (/^\s*(?:```|~~~)/.test(text)) {
      fenced = !fenced
      continue
    }
    const heading = fenced ? null : /^\s*#{1,6}\s+(.+?)\s*#*$/.exec(text)
    if (heading) lines.push('', `**${heading[1]}**`, '')
    else if (!fenced && /^\s*\|.*\|$/.test(text)) {
      if (TABLE_RULE.test(text)) continue
      lines.push(pointOf(text))
    } else lines.push(text)
  }
  const answer = lines
    .join('\n')
    .replace(/^\s*(?:a|answer|antwort)\s*[:.)]\s+/iu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  const says = /[\p{L}\p{N}]/u.test(answer) && !/^\*\*[^*]+\*\*$/.test(answer)
  return says && answer.length <= ANSWER_MAX ? answer : null
}
