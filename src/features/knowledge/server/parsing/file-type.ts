import { PROTECTED, Unreadable } from './unreadable.ts'
import { listEntries, takeEntries } from './zip-entries.ts'

export type FileType =
  | 'pdf'
  | 'docx'
  | 'doc'
  | 'pptx'
  | 'ppt'
  | 'xlsx'
  | 'opendocument'
  | 'epub'
  | 'zip'
  | 'rtf'
  | 'html'
  | 'eml'
  | 'csv'
  | 'markdown'
  | 'text'

const ACCEPTED =
  'Upload a PDF, Word, PowerPoint, Excel, OpenDocument, RTF, EPUB, HTML, Markdown, CSV, email or text file.'
/** Detects unsupported file types by their first bytes, so that the owner learns what is wrong. */
const OTHERS: readonly (readonly [string, string])[] = [
  ['89504e47', 'a PNG image'],
  ['ffd8ff', 'a JPEG image'],
  ['47494638', 'a GIF image'],
  ['49492a00', 'a TIFF image'],
  ['52494646', 'an image, sound or film'],
  ['1f8b', 'a compressed archive'],
  ['526172211a07', 'a RAR archive'],
  ['377abcaf271c', 'a 7-Zip archive'],
  ['4d5a', 'a program'],
  ['7f454c46', 'a program'],
]

const SVG = /^\W{0,4}(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,400}?-->\s*)?(?:<!doctype svg[^>]*>\s*)?<svg[\s>]/i

const startsWith = (bytes: Uint8Array, hex: string): boolean =>
  Buffer.from(bytes.subarray(0, hex.length / 2)).toString('hex') === hex
const startOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 1024)).toString('latin1')

/** Determines the type by the content; only plain text is distinguished by its name. Throws Unreadable for other types. */
export function fileTypeOf(name: string, bytes: Uint8Array): FileType {
  if (bytes.length === 0) throw new Unreadable('The file is empty.')
  // Some programs put a few lines before the header, and readers of PDF accept that.
  if (startOf(bytes).includes('%PDF-')) return 'pdf'
  if (startsWith(bytes, '504b0304') || startsWith(bytes, '504b0506')) return archiveType(bytes)
  if (startsWith(bytes, 'd0cf11e0a1b11ae1')) return oldOfficeType(bytes)
  if (startOf(bytes).startsWith('{\\rtf')) return 'rtf'
  const other = OTHERS.find(([hex]) => startsWith(bytes, hex))
  if (other) throw new Unreadable(`This is ${other[1]}. ${ACCEPTED}`)
  if (SVG.test(startOf(bytes))) throw new Unreadable(`This is an SVG image. ${ACCEPTED}`)
  if (isBinary(bytes)) throw new Unreadable(`This is not a document. ${ACCEPTED}`)
  return textType(name, startOf(bytes))
}

function textType(name: string, start: string): FileType {
  if (/\.(md|mdx|markdown)$/i.test(name)) return 'markdown'
  if (/\.(csv|tsv)$/i.test(name)) return 'csv'
  if (/\.eml$/i.test(name)) return 'eml'
  if (/\.(html?|xhtml)$/i.test(name) || /^\W{0,4}(<\?xml[^>]*>\s*)?<(!doctype html|html[\s>])/i.test(start))
    return 'html'
  return 'text'
}

function archiveType(bytes: Uint8Array): FileType {
  const names = listEntries(bytes).map(({ name }) => name.replaceAll('\\', '/'))
  if (names.some((name) => /^word\/[^/]+\.xml$/.test(name))) return 'docx'
  if (names.includes('ppt/presentation.xml')) return 'pptx'
  if (names.some((name) => /^xl\/workbook\.(xml|bin)$/.test(name))) return 'xlsx'
  if (!names.includes('mimetype')) return 'zip'
  const type = Buffer.from(takeEntries(bytes, (name) => name === 'mimetype').get('mimetype') ?? []).toString('latin1')
  if (type.startsWith('application/epub+zip')) return 'epub'
  return type.startsWith('application/vnd.oasis.opendocument.') ? 'opendocument' : 'zip'
}

/** The names of the streams of an old Office file stand in its directory as UTF-16. */
function oldOfficeType(bytes: Uint8Array): FileType {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const holds = (stream: string) => buffer.includes(Buffer.from(stream, 'utf16le'))
  // Word keeps the files that are embedded in a document in a storage of this name.
  if (holds('WordDocument') && holds('ObjectPool')) return 'doc'
  // A DOCX with a password is kept in the container of the old form.
  if (holds('EncryptedPackage')) throw new Unreadable(PROTECTED)
  if (holds('PowerPoint Document')) return 'ppt'
  if (holds('WordDocument')) return 'doc'
  if (holds('Workbook') || holds('Book\0'))
    throw new Unreadable('This is an Excel file in the old format (XLS). Save it as XLSX and upload that.')
  if (holds('__properties_version1.0'))
    throw new Unreadable('This is an Outlook message (MSG). Save it as EML and upload that.')
  throw new Unreadable('This is not a Word document or a presentation, although it has the old Office format.')
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
