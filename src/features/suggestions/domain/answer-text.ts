const MAX_ANSWER_LENGTH = 20_000
const TABLE_RULE_LINE = /^\s*\|?[\s|:-]+\|?\s*$/

const tableCells = (tableRow: string): string[] =>
  tableRow
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim())

/** A row of a table as a point: what its first column names, and what the others say of it. */
function tableRowToListItem(tableRow: string): string {
  const [first = '', ...rest] = tableCells(tableRow)
  const description = rest.filter(Boolean).join(', ')
  return first && description ? `- ${first}: ${description}` : `- ${first || description}`
}

/**
 * The text of a page as the answer of a FAQ, which has paragraphs, points and bold alone: headings within it are bold, rows
 * of tables are points. Null where nothing is left, or more than a FAQ holds.
 */
export function toAnswerText(markdown: string): string | null {
  const answerLines: string[] = []
  let isInsideFence = false
  for (const line of markdown.replace(/\r\n?/g, '\n').split('\n')) {
    const trimmedLine = line.trimEnd()
    if (/^\s*(?:```|~~~)/.test(trimmedLine)) {
      isInsideFence = !isInsideFence
      continue
    }
    const heading = isInsideFence ? null : /^\s*#{1,6}\s+(.+?)\s*#*$/.exec(trimmedLine)
    if (heading) answerLines.push('', `**${heading[1]}**`, '')
    else if (!isInsideFence && /^\s*\|.*\|$/.test(trimmedLine)) {
      if (TABLE_RULE_LINE.test(trimmedLine)) continue
      answerLines.push(tableRowToListItem(trimmedLine))
    } else answerLines.push(trimmedLine)
  }
  const answer = answerLines
    .join('\n')
    .replace(/^\s*(?:a|answer|antwort)\s*[:.)]\s+/iu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  const hasContent = /[\p{L}\p{N}]/u.test(answer) && !/^\*\*[^*]+\*\*$/.test(answer)
  return hasContent && answer.length <= MAX_ANSWER_LENGTH ? answer : null
}
