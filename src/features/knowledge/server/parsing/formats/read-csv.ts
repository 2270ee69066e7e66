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
function delimiterOf(text: string): string {
  const lines = text.split('\n', SAMPLE_LINES).filter((line) => line.trim() !== '')
  const scores = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(delimiter).length - 1)
    const usual = counts[0] ?? 0
    return { delimiter, score: usual * counts.filter((count) => count === usual).length }
  })
  return scores.sort((left, right) => right.score - left.score)[0]?.delimiter ?? ','
}

/** A CSV as a table; its first row names the columns. */
export function readCsv(bytes: Uint8Array): ReadDocument {
  const text = decodeText(bytes).replace(/\r\n?/g, '\n')
  const options = { delimiter: delimiterOf(text), bom: true, relax_column_count: true, skip_empty_lines: true }
  let rows: string[][]
  try {
    rows = parse(text, { ...options, relax_quotes: true }) as string[][]
  } catch {
    throw new Unreadable(DAMAGED)
  }
  const filled = rows.map((row) => row.map(escapeMarkdown)).filter((row) => row.some((cell) => cell.trim() !== ''))
  const [head = [], ...rest] = filled
  return {
    title: null,
    text: filled.length === 0 ? '' : markdownTable(head, rest),
    unit: null,
    scanned: [],
    holdsFaqs: looksLikeFaqs(head),
  }
}
