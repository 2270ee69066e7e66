import { fileTypeOf } from './file-type.ts'
import type { ReadDocument } from './read-result.ts'
import { readTextFile } from './read-text-file.ts'
import { NO_TEXT, Unreadable } from './unreadable.ts'

/** In characters: about 2,000 pages. */
const TEXT_MAX = 5_000_000
const TOO_LONG = 'It holds more than five million characters of text. Split it into several files.'

/** Reads a file by what it is, whatever it is called. Each reader is loaded when it is first needed. */
export async function readDocument(name: string, bytes: Uint8Array): Promise<ReadDocument> {
  const read = await readByType(name, bytes)
  if (read.text.length > TEXT_MAX) throw new Unreadable(TOO_LONG)
  if (read.text.replace(/\f\d+\n?/g, '').trim() === '') throw new Unreadable(NO_TEXT)
  return read
}

async function readByType(name: string, bytes: Uint8Array): Promise<ReadDocument> {
  switch (fileTypeOf(bytes)) {
    case 'pdf':
      return (await import('./read-pdf.ts')).readPdf(bytes)
    case 'docx':
      return (await import('./read-word.ts')).readDocx(bytes)
    case 'doc':
      return (await import('./read-word.ts')).readDoc(bytes)
    case 'pptx':
      return (await import('./read-slides.ts')).readSlides(bytes)
    case 'text':
      return readTextFile(name, bytes)
  }
}
