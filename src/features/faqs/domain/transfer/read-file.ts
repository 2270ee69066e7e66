import { type FileFormat, FileRefusal, type FileTable } from './file-table.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import { readMarkdown } from './read-markdown.ts'

/** Beginnings of files that are chosen by mistake, and what to do instead. */
const OTHER_FORMATS: [number[], string][] = [
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
export function refusalOfBytes(fileBytes: Uint8Array): string | null {
  for (const [start, message] of OTHER_FORMATS)
    if (start.every((signatureByte, index) => fileBytes[index] === signatureByte)) return message
  return null
}

/** Wrongly decoded bytes produce replacement and control characters. */
function isGarbled(fileText: string): boolean {
  const sampledText = fileText.slice(0, 64 * 1024)
  let oddCharacters = 0
  for (let index = 0; index < sampledText.length; index++) {
    const characterCode = sampledText.charCodeAt(index)
    if (
      characterCode === 0xfffd ||
      (characterCode < 32 &&
        characterCode !== 9 &&
        characterCode !== 10 &&
        characterCode !== 13 &&
        characterCode !== 12 &&
        characterCode !== 27)
    )
      oddCharacters++
  }
  return oddCharacters > sampledText.length / 50
}

/** By the end of its name, else by how it begins. */
export function formatOf(fileName: string, fileText: string): FileFormat {
  if (/\.(json|jsonl|ndjson)$/iu.test(fileName)) return 'json'
  if (/\.(md|markdown|mdown)$/iu.test(fileName)) return 'markdown'
  if (/\.(csv|tsv|tab)$/iu.test(fileName)) return 'csv'
  if (/^\s*[[{]/u.test(fileText)) return 'json'
  return /^ {0,3}#{1,6} /mu.test(fileText.slice(0, 4096)) ? 'markdown' : 'csv'
}

/**
 * Parses a decoded file.
 * @param isHeaded for a CSV file, true when its first row contains column names; detected by default
 * @throws FileRefusal with the reason as text
 */
export function readFile(fileName: string, fileText: string, isHeaded?: boolean): FileTable {
  if (!fileText.trim()) throw new FileRefusal('This file is empty. There is nothing to import.')
  if (isGarbled(fileText)) throw new FileRefusal(NOT_TEXT)
  const fileFormat = formatOf(fileName, fileText)
  if (fileFormat === 'json') return readJson(fileText)
  return fileFormat === 'markdown' ? readMarkdown(fileText) : readCsv(fileText, isHeaded)
}
