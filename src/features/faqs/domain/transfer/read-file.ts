import { type FileFormat, FileRefusal, type FileTable } from './file-table.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import { readMarkdown } from './read-markdown.ts'

/** Beginnings of files that are chosen by mistake, and what to do instead. */
const OTHERS: [number[], string][] = [
  [
    [0x50, 0x4b],
    'This is a workbook or an archive, not text. In Excel or Numbers, save the table as CSV and choose that file.',
  ],
  [[0xd0, 0xcf, 0x11, 0xe0], 'This is an old Excel or Word file. Save the table as CSV and choose that file.'],
  [
    [0x25, 0x50, 0x44, 0x46],
    'This is a PDF. Add it under Knowledge Base instead, where its text becomes a source of answers.',
  ],
]
const NOT_TEXT = 'This is not a CSV, JSON or Markdown file: it does not contain text.'

/** Why a file cannot be a text, by its first bytes; null where it may be one. */
export function refusalOfBytes(bytes: Uint8Array): string | null {
  for (const [start, message] of OTHERS) if (start.every((byte, index) => bytes[index] === byte)) return message
  return null
}

/** Wrongly decoded bytes produce replacement and control characters. */
function isGarbled(text: string): boolean {
  const sample = text.slice(0, 64 * 1024)
  let odd = 0
  for (let index = 0; index < sample.length; index++) {
    const code = sample.charCodeAt(index)
    if (code === 0xfffd || (code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 12 && code !== 27)) odd++
  }
  return odd > sample.length / 50
}

/** By the end of its name, else by how it begins. */
export function formatOf(name: string, text: string): FileFormat {
  if (/\.(json|jsonl|ndjson)$/iu.test(name)) return 'json'
  if (/\.(md|markdown|mdown)$/iu.test(name)) return 'markdown'
  if (/\.(csv|tsv|tab)$/iu.test(name)) return 'csv'
  if (/^\s*[[{]/u.test(text)) return 'json'
  return /^ {0,3}#{1,6} /mu.test(text.slice(0, 4096)) ? 'markdown' : 'csv'
}

/**
 * Parses a decoded file.
 * @param headed for a CSV file, true when its first row contains column names; detected by default
 * @throws FileRefusal with the reason as text
 */
export function readFile(name: string, text: string, headed?: boolean): FileTable {
  if (!text.trim()) throw new FileRefusal('This file is empty. There is nothing to import.')
  if (isGarbled(text)) throw new FileRefusal(NOT_TEXT)
  const format = formatOf(name, text)
  if (format === 'json') return readJson(text)
  return format === 'markdown' ? readMarkdown(text) : readCsv(text, headed)
}
