import { readMarked } from './faq-markdown.ts'
import { FILE_FIELDS, FILE_LABELS, type FileField } from './file-fields.ts'
import { FileRefusal, type FileRow, type FileTable } from './file-table.ts'
import { tableOf } from './table-of-rows.ts'

const text = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)

const COLUMNS = FILE_FIELDS.map((field) => FILE_LABELS[field])
const cellsOf = (values: Partial<Record<FileField, unknown>>): string[] =>
  FILE_FIELDS.map((field) => text(values[field]))

interface Heading {
  at: number
  level: number
  title: string
}

/** Headings with number signs, outside of fenced code. */
function headingsOf(lines: string[]): Heading[] {
  let fence: string | null = null
  return lines.flatMap((line, position): Heading[] => {
    const mark = /^ {0,3}(`{3,}|~{3,})/u.exec(line)?.[1]
    if (mark && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null
    if (fence !== null) return []
    const [, signs, title] = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/u.exec(line) ?? []
    return signs && title ? [{ at: position, level: signs.length, title: plainTitle(title) }] : []
  })
}

/** A heading is a question in plain words: without emphasis, links and the backslashes before signs. */
const plainTitle = (title: string): string =>
  title
    .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/(\*\*|__)(.+?)\1/gu, '$2')
    .replace(/\\([!-/:-@[-`{-~])/gu, '$1')
    .trim()

/** The level that most headings have; of two, the deeper one: the others are titles and sections. */
function questionLevel(headings: Heading[]): number {
  const counts = new Map<number, number>()
  for (const { level } of headings) counts.set(level, (counts.get(level) ?? 0) + 1)
  return [...counts].sort((left, right) => right[1] - left[1] || right[0] - left[0])[0]?.[0] ?? 0
}

/**
 * The most common heading level contains the questions, the text below is the answer, and the section is the category.
 */
function readHeadings(lines: string[]): FileRow[] {
  const headings = headingsOf(lines)
  const level = questionLevel(headings)
  // The first heading of all, alone on its level, is the title of the page.
  const sections = headings.filter(
    (heading) =>
      heading.level < level && headings.some((options) => options !== heading && options.level === heading.level),
  )
  const bounds = headings.filter((heading) => heading.level <= level)
  return bounds.flatMap((heading, index): FileRow[] => {
    if (heading.level !== level) return []
    const answer = lines.slice(heading.at + 1, bounds[index + 1]?.at ?? lines.length)
    const category = sections.filter(({ at }) => at < heading.at).at(-1)?.title ?? ''
    return [
      { line: heading.at + 1, cells: cellsOf({ question: heading.title, answer: answer.join('\n').trim(), category }) },
    ]
  })
}

/**
 * Reads Markdown: our own export with everything that it says, and any other text by its headings.
 * @throws FileRefusal when there are no headings
 */
export function readMarkdown(content: string): FileTable {
  const marked = readMarked(content)
  if (marked) {
    return tableOf(
      'markdown',
      COLUMNS,
      marked.map(({ line, heading, about, answer }): FileRow => {
        if (!about)
          return {
            line,
            cells: cellsOf({ question: heading, answer }),
            problem: 'The comment below this heading is damaged.',
          }
        return { line, cells: cellsOf({ ...about, question: about.question ?? heading, answer }) }
      }),
    )
  }
  const rows = readHeadings(content.replace(/\r\n?/gu, '\n').split('\n'))
  if (rows.length === 0)
    throw new FileRefusal(
      'There are no headings in this Markdown file. Put each question in a heading, with its answer below.',
    )
  return tableOf('markdown', COLUMNS, rows)
}
