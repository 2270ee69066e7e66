import { blocksToMarkdown, type MarkupInline, parseMarkup } from '../../../../kernel/markup.ts'
import { fieldNamed } from './guess-columns.ts'
import { csvLine } from './write-file.ts'

const cellText = (children: MarkupInline[]): string => blocksToMarkdown([{ kind: 'paragraph', children }])

/**
 * The rows of a source's tables whose columns hold questions and answers, as a CSV file. Further tables count where they
 * have the same columns. @returns null when there is none
 */
export function faqTableOfSource(markdown: string): string | null {
  let csv = ''
  let columns: string | null = null
  for (const block of parseMarkup(markdown)) {
    if (block.kind !== 'table') continue
    const head = block.header.map(cellText)
    const fields = head.map(fieldNamed)
    if (!fields.includes('question') || !fields.includes('answer')) continue
    columns ??= csvLine(head)
    if (csvLine(head) === columns) csv += block.rows.map((cells) => csvLine(cells.map(cellText))).join('')
  }
  return columns === null ? null : `\uFEFF${columns}${csv}`
}
