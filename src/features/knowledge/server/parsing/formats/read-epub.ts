import { archivedImages, isImageName, type KeepImage, keepNoImage } from '../document-images.ts'
import { htmlToMarkdown } from '../html/html-to-markdown.ts'
import { openHtml } from '../html/html-tree.ts'
import { revealCollapsed } from '../html/reveal-collapsed.ts'
import { plainDocument, type ReadDocument } from '../read-result.ts'
import { DAMAGED, PROTECTED, Unreadable } from '../unreadable.ts'
import { allNamed, openXml } from '../xml-tree.ts'
import { takeEntries, takeImages } from '../zip-entries.ts'
import { decodeText } from './read-text-file.ts'

const READ = /^META-INF\/(container|encryption)\.xml$|\.(opf|x?html?|xml)$/i

/** Resolves a path of the package document against its own folder. */
const within = (folder: string, href: string): string =>
  decodeURIComponent(new URL(href, `file:///${folder}`).pathname.slice(1))

/** The chapters of an EPUB in their reading order. */
export function readEpub(bytes: Uint8Array, keep: KeepImage = keepNoImage): ReadDocument {
  const files = takeEntries(bytes, (name) => READ.test(name))
  const images = takeImages(bytes, isImageName)
  const container = files.get('META-INF/container.xml')
  if (!container) throw new Unreadable(DAMAGED)
  try {
    const path = allNamed(openXml(container), 'rootfile')[0]?.getAttribute('full-path') ?? ''
    const packageFile = files.get(path)
    if (!packageFile) throw new Unreadable(DAMAGED)
    const book = openXml(packageFile)
    const items = new Map(
      allNamed(book, 'item').map((item) => [item.getAttribute('id'), within(path, item.getAttribute('href') ?? '')]),
    )
    const chapters = allNamed(book, 'itemref').flatMap((ref) => items.get(ref.getAttribute('idref')) ?? [])
    const encrypted = decodeText(files.get('META-INF/encryption.xml') ?? new Uint8Array())
    if (chapters.some((name) => encrypted.includes(name))) throw new Unreadable(PROTECTED)
    const texts = chapters.flatMap((name) => {
      const file = files.get(name)
      if (!file) return []
      const { body } = openHtml(decodeText(file).replace(/<([a-z]+)([^<>]*)\/>/gi, '<$1$2></$1>'))
      revealCollapsed(body)
      return htmlToMarkdown(body, undefined, archivedImages(name, images, keep)) || []
    })
    return plainDocument(texts.join('\n\n'), allNamed(book, 'dc:title')[0]?.textContent?.trim() || null)
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(DAMAGED)
  }
}
