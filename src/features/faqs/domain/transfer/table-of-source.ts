import { blocksToMarkdown, type MarkupInline, parseMarkup } from '../../../../kernel/markup.ts'
import { fieldNamed } from './guess-columns.ts'
import { csvLine } from './write-file.ts'

const cellText = (children: MarkupInline[]): string => blocksToMarkdown([{ kind: 'paragraph', children }])

/**
 * The rows of a source's tables whose columns hold questions and answers, as a CSV file. Further tables count where they
 * have the same columns. @returns null when there is none
 */
export function faqTableOfSource(markdown: string): string | null {
  let csvText = ''
  let headLine: string | null = null
  for (const markupBlock of parseMarkup(markdown)) {
    if (markupBlock.kind !== 'table') continue
    const headTexts = markupBlock.header.map(cellText)
    const headFields = headTexts.map(fieldNamed)
    if (!headFields.includes('question') || !headFields.includes('answer')) continue
    headLine ??= csvLine(headTexts)
    if (csvLine(headTexts) === headLine)
      csvText += markupBlock.rows.map((rowCells) => csvLine(rowCells.map(cellText))).join('')
  }
  return headLine === null ? null : `\uFEFF${headLine}${csvText}`
}
