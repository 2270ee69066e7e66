import { readMarked } from './faq-markdown.ts'
import { FILE_FIELDS, FILE_LABELS, type FileField } from './file-fields.ts'
import { FileRefusal, type FileRow, type FileTable } from './file-table.ts'
import { tableOf } from './table-of-rows.ts'

const fieldText = (fieldValue: unknown): string =>
  typeof fieldValue === 'string'
    ? fieldValue
    : fieldValue === undefined || fieldValue === null
      ? ''
      : JSON.stringify(fieldValue)

const COLUMN_LABELS = FILE_FIELDS.map((fileField) => FILE_LABELS[fileField])
const cellsOf = (fieldValues: Partial<Record<FileField, unknown>>): string[] =>
  FILE_FIELDS.map((fileField) => fieldText(fieldValues[fileField]))

interface MarkdownHeading {
  at: number
  level: number
  title: string
}

/** Headings with number signs, outside of fenced code. */
function headingsOf(markdownLines: string[]): MarkdownHeading[] {
  let openFence: string | null = null
  return markdownLines.flatMap((markdownLine, position): MarkdownHeading[] => {
    const fenceSigns = /^ {0,3}(`{3,}|~{3,})/u.exec(markdownLine)?.[1]
    if (fenceSigns && (openFence === null || fenceSigns.startsWith(openFence)))
      openFence = openFence === null ? fenceSigns : null
    if (openFence !== null) return []
    const [, signs, title] = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/u.exec(markdownLine) ?? []
    return signs && title ? [{ at: position, level: signs.length, title: plainTitle(title) }] : []
  })
}

/** A heading is a question in plain words: without emphasis, links and the backslashes before signs. */
const plainTitle = (headingTitle: string): string =>
  headingTitle
    .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/(\*\*|__)(.+?)\1/gu, '$2')
    .replace(/\\([!-/:-@[-`{-~])/gu, '$1')
    .trim()

/** The level that most headings have; of two, the deeper one: the others are titles and sections. */
function questionLevel(headings: MarkdownHeading[]): number {
  const countByLevel = new Map<number, number>()
  for (const { level } of headings) countByLevel.set(level, (countByLevel.get(level) ?? 0) + 1)
  return (
    [...countByLevel].sort(
      (leftCount, rightCount) => rightCount[1] - leftCount[1] || rightCount[0] - leftCount[0],
    )[0]?.[0] ?? 0
  )
}

/**
 * The most common heading level contains the questions, the text below is the answer, and the section is the category.
 */
function readHeadings(markdownLines: string[]): FileRow[] {
  const headings = headingsOf(markdownLines)
  const levelOfQuestions = questionLevel(headings)
  // The first heading of all, alone on its level, is the title of the page.
  const sections = headings.filter(
    (markdownHeading) =>
      markdownHeading.level < levelOfQuestions &&
      headings.some((options) => options !== markdownHeading && options.level === markdownHeading.level),
  )
  const boundHeadings = headings.filter((markdownHeading) => markdownHeading.level <= levelOfQuestions)
  return boundHeadings.flatMap((markdownHeading, index): FileRow[] => {
    if (markdownHeading.level !== levelOfQuestions) return []
    const answerText = markdownLines.slice(markdownHeading.at + 1, boundHeadings[index + 1]?.at ?? markdownLines.length)
    const category = sections.filter(({ at }) => at < markdownHeading.at).at(-1)?.title ?? ''
    return [
      {
        line: markdownHeading.at + 1,
        cells: cellsOf({ question: markdownHeading.title, answer: answerText.join('\n').trim(), category }),
      },
    ]
  })
}

/**
 * Reads Markdown: our own export with everything that it says, and any other text by its headings.
 * @throws FileRefusal when there are no headings
 */
export function readMarkdown(fileContent: string): FileTable {
  const markedFaqs = readMarked(fileContent)
  if (markedFaqs) {
    return tableOf(
      'markdown',
      COLUMN_LABELS,
      markedFaqs.map(({ line, heading, about, answer }): FileRow => {
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
  const headingRows = readHeadings(fileContent.replace(/\r\n?/gu, '\n').split('\n'))
  if (headingRows.length === 0)
    throw new FileRefusal(
      'There are no headings in this Markdown file. Put each question in a heading, with its answer below.',
    )
  return tableOf('markdown', COLUMN_LABELS, headingRows)
}
