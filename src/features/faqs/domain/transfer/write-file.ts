import { writeAlternatives } from './alternatives-cell.ts'
import { type ExportedFaq, exportedFaq } from './exported-faq.ts'
import { MARKDOWN_HEAD, writeFaqMarkdown } from './faq-markdown.ts'
import { guardFormula } from './formula-guard.ts'

/** A cell of a CSV file: harmless in a spreadsheet, and quoted where it must be. */
export function csvCell(text: string): string {
  const safe = guardFormula(text)
  return /["',;|\t\r\n]|^\s|\s$/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** Writes a file piece by piece. */
export interface FileWriter {
  contentType: string
  head: string
  /** @param first whether nothing was written before it */
  entry: (faq: ExportedFaq, first: boolean) => string
  foot: string
}

export const FILE_WRITERS = {
  csv: {
    contentType: 'text/csv; charset=utf-8',
    // With its mark, without which Excel takes the text for another encoding.
    head: `\uFEFF${csvLine(['Question', 'Alternative questions', 'Answer', 'Category', 'Status', 'Order'])}`,
    entry: (faq) =>
      csvLine([
        faq.question,
        writeAlternatives(faq.alternative_questions),
        faq.answer,
        faq.category,
        faq.status,
        String(faq.display_order),
      ]),
    foot: '',
  },
  json: {
    contentType: 'application/json; charset=utf-8',
    head: '[\n',
    entry: (faq, first) => `${first ? '' : ',\n'}${JSON.stringify(exportedFaq(faq))}`,
    foot: '\n]\n',
  },
  md: {
    contentType: 'text/markdown; charset=utf-8',
    head: MARKDOWN_HEAD,
    entry: (faq) => writeFaqMarkdown(exportedFaq(faq)),
    foot: '',
  },
} satisfies Record<string, FileWriter>
