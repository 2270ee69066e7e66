import { writeAlternatives } from './alternatives-cell.ts'
import { MARKDOWN_HEAD, writeFaqMarkdown } from './faq-markdown.ts'
import { FILE_FIELDS, FILE_LABELS, type FileFaq, type FileField } from './file-fields.ts'
import { guardFormula } from './formula-guard.ts'

/** A cell of a CSV file: harmless in a spreadsheet, and quoted where it must be. */
export function csvCell(cellValue: string): string {
  const guardedText = guardFormula(cellValue)
  return /["',;|\t\r\n]|^\s|\s$/u.test(guardedText) ? `"${guardedText.replaceAll('"', '""')}"` : guardedText
}

export const csvLine = (lineCells: readonly string[]): string => `${lineCells.map(csvCell).join(',')}\r\n`

const cellText = (fieldValue: FileFaq[FileField]): string =>
  Array.isArray(fieldValue) ? writeAlternatives(fieldValue) : String(fieldValue)

/** The fields of a file under the names that the import takes. */
const pickFields = (faq: FileFaq) =>
  Object.fromEntries(FILE_FIELDS.map((fileField) => [fileField, faq[fileField]])) as FileFaq

/** Writes a file piece by piece. */
export interface FileWriter {
  contentType: string
  head: string
  /** @param first whether nothing was written before it */
  entry: (faq: FileFaq, first: boolean) => string
  foot: string
}

export const FILE_WRITERS = {
  csv: {
    contentType: 'text/csv; charset=utf-8',
    // With its mark, without which Excel takes the text for another encoding.
    head: `\uFEFF${csvLine(FILE_FIELDS.map((fileField) => FILE_LABELS[fileField]))}`,
    entry: (faq) => csvLine(FILE_FIELDS.map((fileField) => cellText(faq[fileField]))),
    foot: '',
  },
  json: {
    contentType: 'application/json; charset=utf-8',
    head: '[\n',
    entry: (faq, isFirst) => `${isFirst ? '' : ',\n'}${JSON.stringify(pickFields(faq))}`,
    foot: '\n]\n',
  },
  md: {
    contentType: 'text/markdown; charset=utf-8',
    head: MARKDOWN_HEAD,
    entry: (faq) => writeFaqMarkdown(pickFields(faq)),
    foot: '',
  },
} satisfies Record<string, FileWriter>
