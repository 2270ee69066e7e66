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

const ACCEPTED_TYPES =
  'Upload a PDF, Word, PowerPoint, Excel, OpenDocument, RTF, EPUB, HTML, Markdown, CSV, email or text file.'
/** Detects unsupported file types by their first bytes, so that the owner learns what is wrong. */
const UNSUPPORTED_TYPES: readonly (readonly [string, string])[] = [
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

const SVG_START = /^\W{0,4}(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,400}?-->\s*)?(?:<!doctype svg[^>]*>\s*)?<svg[\s>]/i

const startsWith = (fileBytes: Uint8Array, hexPrefix: string): boolean =>
  Buffer.from(fileBytes.subarray(0, hexPrefix.length / 2)).toString('hex') === hexPrefix
const decodeStart = (fileBytes: Uint8Array): string => Buffer.from(fileBytes.subarray(0, 1024)).toString('latin1')

/** Determines the type by the content; only plain text is distinguished by its name. Throws Unreadable for other types. */
export function detectFileType(fileName: string, fileBytes: Uint8Array): FileType {
  if (fileBytes.length === 0) throw new Unreadable('The file is empty.')
  // Some programs put a few lines before the header, and readers of PDF accept that.
  if (decodeStart(fileBytes).includes('%PDF-')) return 'pdf'
  if (startsWith(fileBytes, '504b0304') || startsWith(fileBytes, '504b0506')) return archiveType(fileBytes)
  if (startsWith(fileBytes, 'd0cf11e0a1b11ae1')) return oldOfficeType(fileBytes)
  if (decodeStart(fileBytes).startsWith('{\\rtf')) return 'rtf'
  const unsupportedType = UNSUPPORTED_TYPES.find(([hex]) => startsWith(fileBytes, hex))
  if (unsupportedType) throw new Unreadable(`This is ${unsupportedType[1]}. ${ACCEPTED_TYPES}`)
  if (SVG_START.test(decodeStart(fileBytes))) throw new Unreadable(`This is an SVG image. ${ACCEPTED_TYPES}`)
  if (isBinary(fileBytes)) throw new Unreadable(`This is not a document. ${ACCEPTED_TYPES}`)
  return textType(fileName, decodeStart(fileBytes))
}

function textType(fileName: string, fileStart: string): FileType {
  if (/\.(md|mdx|markdown)$/i.test(fileName)) return 'markdown'
  if (/\.(csv|tsv)$/i.test(fileName)) return 'csv'
  if (/\.eml$/i.test(fileName)) return 'eml'
  if (/\.(html?|xhtml)$/i.test(fileName) || /^\W{0,4}(<\?xml[^>]*>\s*)?<(!doctype html|html[\s>])/i.test(fileStart))
    return 'html'
  return 'text'
}

function archiveType(fileBytes: Uint8Array): FileType {
  const entryNames = listEntries(fileBytes).map(({ name }) => name.replaceAll('\\', '/'))
  if (entryNames.some((entryName) => /^word\/[^/]+\.xml$/.test(entryName))) return 'docx'
  if (entryNames.includes('ppt/presentation.xml')) return 'pptx'
  if (entryNames.some((entryName) => /^xl\/workbook\.(xml|bin)$/.test(entryName))) return 'xlsx'
  if (!entryNames.includes('mimetype')) return 'zip'
  const mimeType = Buffer.from(
    takeEntries(fileBytes, (entryName) => entryName === 'mimetype').get('mimetype') ?? [],
  ).toString('latin1')
  if (mimeType.startsWith('application/epub+zip')) return 'epub'
  return mimeType.startsWith('application/vnd.oasis.opendocument.') ? 'opendocument' : 'zip'
}

/** The names of the streams of an old Office file stand in its directory as UTF-16. */
function oldOfficeType(fileBytes: Uint8Array): FileType {
  const fileBuffer = Buffer.from(fileBytes.buffer, fileBytes.byteOffset, fileBytes.length)
  const holdsStream = (streamName: string) => fileBuffer.includes(Buffer.from(streamName, 'utf16le'))
  // Word keeps the files that are embedded in a document in a storage of this name.
  if (holdsStream('WordDocument') && holdsStream('ObjectPool')) return 'doc'
  // A DOCX with a password is kept in the container of the old form.
  if (holdsStream('EncryptedPackage')) throw new Unreadable(PROTECTED)
  if (holdsStream('PowerPoint Document')) return 'ppt'
  if (holdsStream('WordDocument')) return 'doc'
  if (holdsStream('Workbook') || holdsStream('Book\0'))
    throw new Unreadable('This is an Excel file in the old format (XLS). Save it as XLSX and upload that.')
  if (holdsStream('__properties_version1.0'))
    throw new Unreadable('This is an Outlook message (MSG). Save it as EML and upload that.')
  throw new Unreadable('This is not a Word document or a presentation, although it has the old Office format.')
}

const hasByteOrderMark = (fileBytes: Uint8Array): boolean =>
  startsWith(fileBytes, 'fffe') || startsWith(fileBytes, 'feff') || startsWith(fileBytes, 'efbbbf')

/** Text in any encoding has no control characters but those of lines; UTF-16 has NULs, in every second byte. */
function isBinary(fileBytes: Uint8Array): boolean {
  if (hasByteOrderMark(fileBytes)) return false
  const sample = fileBytes.subarray(0, 4096)
  let controlCount = 0
  let nullCount = 0
  for (const byte of sample) {
    if (byte === 0) nullCount++
    else if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12 && byte !== 27) controlCount++
  }
  if (controlCount > sample.length / 50) return true
  return nullCount > 0 && nullCount < sample.length / 4
}
