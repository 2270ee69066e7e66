import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import { type FindImage, type KeepImage, keepNoImage } from '../document-images.ts'
import { escapeMarkdown } from '../escape-markdown.ts'
import { fragmentToMarkdown } from '../html/html-to-markdown.ts'
import { plainDocument, type ReadDocument } from '../read-result.ts'
import { DAMAGED, Unreadable } from '../unreadable.ts'
import { allNamed, openXml } from '../xml-tree.ts'
import { checkUnfolded, takeEntries, takeImages } from '../zip-entries.ts'
import { chartText, diagramText } from './drawing-text.ts'
import { relatedTo } from './office-relations.ts'
import { readableWordXml } from './word-xml.ts'

const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh", 'comment-reference => sup']

const EDGES = /^word\/(header|footer)\d*\.xml$/

const MEDIA = /^word\/media\/[^/]+\.(?:png|jpe?g|gif|webp)$/i

/** The address by which an image of the document is found again in its HTML; '' when it is left out. */
async function keptAs(image: { readAsBuffer(): Promise<Buffer> }, keep: KeepImage): Promise<string> {
  try {
    const number = keep(await image.readAsBuffer())
    return number === null ? '' : `image:${number}`
  } catch {
    // Images elsewhere are not fetched, and those of other types were not taken out.
    return ''
  }
}

const keptImage: FindImage = (address) => Number(/^image:(\d+)$/.exec(address)?.[1]) || null

/** Running headers and footers, each once, marked as such. */
function edgeTexts(files: ReadonlyMap<string, Uint8Array>): string[] {
  const edges = [...files].filter(([name]) => EDGES.test(name))
  const texts = edges.map(([name, file]) => {
    const paragraphs = allNamed(openXml(file), 'w:p').map((paragraph) =>
      [...paragraph.querySelectorAll('w\\:t, w\\:tab, w\\:ptab')]
        .map((run) => run.textContent || ' ')
        .join('')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    const text = paragraphs.filter((line) => line !== '').join(' ')
    return /\p{L}/u.test(text) ? `${name.includes('header') ? 'Header' : 'Footer'}: ${escapeMarkdown(text)}` : ''
  })
  return [...new Set(texts.filter((text) => text !== ''))]
}

/** Notes and comments stand at the end, each with a link back to its place, which leads nowhere outside of the file. */
const withoutBackLinks = (html: string): string =>
  html
    .replace(/<a href="#[^"]*(?:note|comment)-ref-\d+">\s*↑\s*<\/a>/g, '')
    .replace(/<li id="[^"]*(?:foot|end)note-\d+">(?:\s*<p>)?/g, '$&Footnote: ')

/** Headings, lists, tables, charts, notes, comments and running headers of a DOCX, with its images. */
export async function readWord(bytes: Uint8Array, keep: KeepImage = keepNoImage): Promise<ReadDocument> {
  const isRead = (name: string) => /\.(xml|rels)$/i.test(name)
  checkUnfolded(bytes, isRead)
  const files = takeEntries(bytes, isRead)
  const images = keep === keepNoImage ? [] : takeImages(bytes, (name) => MEDIA.test(name))
  for (const [name, file] of files) if (name.startsWith('word/')) files.set(name, readableWordXml(file))
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(zipSync(Object.fromEntries([...files, ...images]), { level: 0 })) },
      {
        styleMap: STYLES,
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async (image) => ({ src: await keptAs(image, keep) })),
      },
    )
    const body = fragmentToMarkdown(withoutBackLinks(value), keptImage)
    const main = 'word/document.xml'
    const drawn = [
      ...relatedTo(main, files, /\/charts\//).map(chartText),
      ...relatedTo(main, files, /\/diagrams\/data/).map(diagramText),
    ]
    const text = [body, ...drawn, ...edgeTexts(files)].filter((part) => part !== '').join('\n\n')
    return plainDocument(text, /^#\s+(.+)$/m.exec(body)?.[1] ?? null)
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(DAMAGED)
  }
}
