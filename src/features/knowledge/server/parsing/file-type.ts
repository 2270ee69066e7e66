import { Unreadable } from './unreadable.ts'
import { listEntries } from './zip-entries.ts'

export type FileType = 'pdf' | 'docx' | 'doc' | 'pptx' | 'xlsx' | 'text'

const ACCEPTED = 'Only PDF, Word, PowerPoint, text and Markdown files can be read.'
/** Detects unsupported file types by their first bytes, so that the owner learns what is wrong. */
const OTHERS: readonly (readonly [string, string])[] = [
  ['89504e47', 'a PNG picture'],
  ['ffd8ff', 'a JPEG picture'],
  ['47494638', 'a GIF picture'],
  ['52494646', 'a picture, sound or film'],
  ['1f8b', 'a compressed archive'],
  ['526172211a07', 'a RAR archive'],
  ['377abcaf271c', 'a 7-Zip archive'],
  ['4d5a', 'a program'],
  ['7f454c46', 'a program'],
]

const startsWith = (bytes: Uint8Array, hex: string): boolean =>
  Buffer.from(bytes.subarray(0, hex.length / 2)).toString('hex') === hex

/**
 * By the file's content; its name says nothing. `sheets`: spreadsheets are accepted, too.
 * Throws Unreadable for everything that is not.
 */
export function fileTypeOf(bytes: Uint8Array, sheets = false): FileType {
  if (bytes.length === 0) throw new Unreadable('The file is empty.')
  // Some programs put a few lines before the header, and readers of PDF accept that.
  if (Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) return 'pdf'
  if (startsWith(bytes, '504b0304') || startsWith(bytes, '504b0506')) return officeType(bytes, sheets)
  if (startsWith(bytes, 'd0cf11e0a1b11ae1')) return 'doc'
  if (Buffer.from(bytes.subarray(0, 6)).toString('latin1') === '{\\rtf1')
    throw new Unreadable(`This is a rich text file. Save it as DOCX or PDF. ${ACCEPTED}`)
  const other = OTHERS.find(([hex]) => startsWith(bytes, hex))
  if (other) throw new Unreadable(`This is ${other[1]}. ${ACCEPTED}`)
  if (isBinary(bytes)) throw new Unreadable(`This is not a document. ${ACCEPTED}`)
  return 'text'
}

function officeType(bytes: Uint8Array, sheets: boolean): FileType {
  const names = new Set(listEntries(bytes).map(({ name }) => name))
  if (names.has('word/document.xml')) return 'docx'
  if (names.has('ppt/presentation.xml')) return 'pptx'
  if (names.has('xl/workbook.xml')) {
    if (sheets) return 'xlsx'
    throw new Unreadable(`This is a spreadsheet. ${ACCEPTED}`)
  }
  throw new Unreadable(`This is a ZIP archive. ${ACCEPTED}`)
}

const hasMark = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 'fffe') || startsWith(bytes, 'feff') || startsWith(bytes, 'efbbbf')

/** Text in any encoding has no control characters but those of lines; UTF-16 has NULs, in every second byte. */
function isBinary(bytes: Uint8Array): boolean {
  if (hasMark(bytes)) return false
  const sample = bytes.subarray(0, 4096)
  let control = 0
  let nulls = 0
  for (const byte of sample) {
    if (byte === 0) nulls++
    else if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12 && byte !== 27) control++
  }
  if (control > sample.length / 50) return true
  return nulls > 0 && nulls < sample.length / 4
}
