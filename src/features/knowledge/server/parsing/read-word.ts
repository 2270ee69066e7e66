import mammoth from 'mammoth'
import WordExtractor from 'word-extractor'
import { htmlToMarkdown, openHtml } from './html-to-markdown.ts'
import type { ReadDocument } from './read-result.ts'
import { DAMAGED, PROTECTED, Unreadable } from './unreadable.ts'
import { checkUnfolded } from './zip-entries.ts'

const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"]

/** Headings, lists and tables of a DOCX; its pictures are left out. */
export async function readDocx(bytes: Uint8Array): Promise<ReadDocument> {
  checkUnfolded(bytes, (name) => /\.(xml|rels)$/i.test(name))
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(bytes) },
      {
        styleMap: STYLES,
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    )
    const text = htmlToMarkdown(openHtml(`<body>${value}</body>`).body)
    return { title: /^#\s+(.+)$/m.exec(text)?.[1] ?? null, text, unit: null, scanned: [] }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(DAMAGED)
  }
}

/** The text of a DOC: this old form keeps its structure where no reader finds it. */
export async function readDoc(bytes: Uint8Array): Promise<ReadDocument> {
  const buffer = Buffer.from(bytes)
  // A DOCX with a password is kept in the old form's container.
  if (buffer.includes(Buffer.from('EncryptedPackage', 'utf16le'))) throw new Unreadable(PROTECTED)
  if (!buffer.includes(Buffer.from('WordDocument', 'utf16le')))
    throw new Unreadable('This is not a Word document, although it has the form of an old Office file.')
  try {
    const document = await new WordExtractor().extract(buffer)
    const text = document.getBody().replace(/\r\n?/g, '\n').replaceAll('\f', '\n\n').replace(/\n/g, '\n\n')
    return { title: null, text, unit: null, scanned: [] }
  } catch (error) {
    const encrypted = error instanceof Error && /encrypt|password/i.test(error.message)
    throw new Unreadable(encrypted ? PROTECTED : DAMAGED)
  }
}
