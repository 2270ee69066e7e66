import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import { type FindImage, type KeepImage, keepNoImage } from '../document-images.ts'
import { escapeMarkdown } from '../escape-markdown.ts'
import { fragmentToMarkdown } from '../html/html-to-markdown.ts'
import { plainDocument, type ReadDocument } from '../read-result.ts'
import { DAMAGED, Unreadable } from '../unreadable.ts'
import { allNamed, openXml } from '../xml-tree.ts'
import { checkUnpackedSize, takeEntries, takeImages } from '../zip-entries.ts'
import { chartText, diagramText } from './drawing-text.ts'
import { relatedTo } from './office-relations.ts'
import { readableWordXml } from './word-xml.ts'

const STYLE_MAP = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  'comment-reference => sup',
]

const EDGE_PART = /^word\/(header|footer)\d*\.xml$/

const MEDIA_IMAGE = /^word\/media\/[^/]+\.(?:png|jpe?g|gif|webp)$/i

/** The address by which an image of the document is found again in its HTML; '' when it is left out. */
async function keepUnderAddress(image: { readAsBuffer(): Promise<Buffer> }, keepImage: KeepImage): Promise<string> {
  try {
    const imageNumber = keepImage(await image.readAsBuffer())
    return imageNumber === null ? '' : `image:${imageNumber}`
  } catch {
    // Images elsewhere are not fetched, and those of other types were not taken out.
    return ''
  }
}

const findKeptImage: FindImage = (address) => Number(/^image:(\d+)$/.exec(address)?.[1]) || null

/** Running headers and footers, each once, marked as such. */
function edgeTexts(filesByName: ReadonlyMap<string, Uint8Array>): string[] {
  const edgeFiles = [...filesByName].filter(([name]) => EDGE_PART.test(name))
  const markedTexts = edgeFiles.map(([name, file]) => {
    const paragraphTexts = allNamed(openXml(file), 'w:p').map((paragraph) =>
      [...paragraph.querySelectorAll('w\\:t, w\\:tab, w\\:ptab')]
        .map((textRun) => textRun.textContent || ' ')
        .join('')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    const edgeText = paragraphTexts.filter((line) => line !== '').join(' ')
    return /\p{L}/u.test(edgeText)
      ? `${name.includes('header') ? 'Header' : 'Footer'}: ${escapeMarkdown(edgeText)}`
      : ''
  })
  return [...new Set(markedTexts.filter((edgeText) => edgeText !== ''))]
}

/** Notes and comments stand at the end, each with a link back to its place, which leads nowhere outside of the file. */
const withoutBackLinks = (html: string): string =>
  html
    .replace(/<a href="#[^"]*(?:note|comment)-ref-\d+">\s*↑\s*<\/a>/g, '')
    .replace(/<li id="[^"]*(?:foot|end)note-\d+">(?:\s*<p>)?/g, '$&Footnote: ')

/** Headings, lists, tables, charts, notes, comments and running headers of a DOCX, with its images. */
export async function readWord(fileBytes: Uint8Array, keepImage: KeepImage = keepNoImage): Promise<ReadDocument> {
  const isXmlPart = (entryName: string) => /\.(xml|rels)$/i.test(entryName)
  checkUnpackedSize(fileBytes, isXmlPart)
  const filesByName = takeEntries(fileBytes, isXmlPart)
  const mediaImages = keepImage === keepNoImage ? [] : takeImages(fileBytes, (entryName) => MEDIA_IMAGE.test(entryName))
  for (const [name, file] of filesByName) if (name.startsWith('word/')) filesByName.set(name, readableWordXml(file))
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(zipSync(Object.fromEntries([...filesByName, ...mediaImages]), { level: 0 })) },
      {
        styleMap: STYLE_MAP,
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async (image) => ({ src: await keepUnderAddress(image, keepImage) })),
      },
    )
    const bodyMarkdown = fragmentToMarkdown(withoutBackLinks(value), findKeptImage)
    const mainPart = 'word/document.xml'
    const drawnTexts = [
      ...relatedTo(mainPart, filesByName, /\/charts\//).map(chartText),
      ...relatedTo(mainPart, filesByName, /\/diagrams\/data/).map(diagramText),
    ]
    const documentText = [bodyMarkdown, ...drawnTexts, ...edgeTexts(filesByName)]
      .filter((documentPart) => documentPart !== '')
      .join('\n\n')
    return plainDocument(documentText, /^#\s+(.+)$/m.exec(bodyMarkdown)?.[1] ?? null)
  } catch (readError) {
    throw readError instanceof Unreadable ? readError : new Unreadable(DAMAGED)
  }
}
