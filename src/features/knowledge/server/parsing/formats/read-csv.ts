import { parse } from 'csv-parse/sync'
import { escapeMarkdown } from '../escape-markdown.ts'
import { markdownTable } from '../html/html-tables.ts'
import type { ReadDocument } from '../read-result.ts'
import { DAMAGED, Unreadable } from '../unreadable.ts'
import { looksLikeFaqs } from './faq-columns.ts'
import { decodeText } from './read-text-file.ts'

const DELIMITERS = [',', ';', '\t', '|']
const SAMPLE_LINES = 20

/** The delimiter that parts most lines of the sample into the same number of columns. */
function detectDelimiter(csvText: string): string {
  const sampleLines = csvText.split('\n', SAMPLE_LINES).filter((line) => line.trim() !== '')
  const delimiterScores = DELIMITERS.map((delimiter) => {
    const columnCounts = sampleLines.map((line) => line.replace(/"[^"]*"/g, '').split(delimiter).length - 1)
    const usualCount = columnCounts[0] ?? 0
    return { delimiter, score: usualCount * columnCounts.filter((columnCount) => columnCount === usualCount).length }
  })
  return delimiterScores.sort((left, right) => right.score - left.score)[0]?.delimiter ?? ','
}

/** A CSV as a table; its first row names the columns. */
export function readCsv(csvBytes: Uint8Array): ReadDocument {
  const csvText = decodeText(csvBytes).replace(/\r\n?/g, '\n')
  const parseOptions = {
    delimiter: detectDelimiter(csvText),
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
  }
  let parsedRows: string[][]
  try {
    parsedRows = parse(csvText, { ...parseOptions, relax_quotes: true }) as string[][]
  } catch {
    throw new Unreadable(DAMAGED)
  }
  const filledRows = parsedRows
    .map((row) => row.map(escapeMarkdown))
    .filter((row) => row.some((cell) => cell.trim() !== ''))
  const [head = [], ...rest] = filledRows
  return {
    title: null,
    text: filledRows.length === 0 ? '' : markdownTable(head, rest),
    unit: null,
    scanned: [],
    holdsFaqs: looksLikeFaqs(head),
  }
}
