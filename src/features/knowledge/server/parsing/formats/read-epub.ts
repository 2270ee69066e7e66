import { archivedImages, isImageName, type KeepImage, keepNoImage } from '../document-images.ts'
import { htmlToMarkdown } from '../html/html-to-markdown.ts'
import { openHtml } from '../html/html-tree.ts'
import { revealCollapsed } from '../html/reveal-collapsed.ts'
import { plainDocument, type ReadDocument } from '../read-result.ts'
import { DAMAGED, PROTECTED, Unreadable } from '../unreadable.ts'
import { allNamed, openXml } from '../xml-tree.ts'
import { takeEntries, takeImages } from '../zip-entries.ts'
import { decodeText } from './read-text-file.ts'

const READ_ENTRIES = /^META-INF\/(container|encryption)\.xml$|\.(opf|x?html?|xml)$/i

/** Resolves a path of the package document against its own folder. */
const resolveWithin = (packagePath: string, href: string): string =>
  decodeURIComponent(new URL(href, `file:///${packagePath}`).pathname.slice(1))

/** The chapters of an EPUB in their reading order. */
export function readEpub(epubBytes: Uint8Array, keepImage: KeepImage = keepNoImage): ReadDocument {
  const filesByName = takeEntries(epubBytes, (entryName) => READ_ENTRIES.test(entryName))
  const imagesByName = takeImages(epubBytes, isImageName)
  const containerXml = filesByName.get('META-INF/container.xml')
  if (!containerXml) throw new Unreadable(DAMAGED)
  try {
    const packagePath = allNamed(openXml(containerXml), 'rootfile')[0]?.getAttribute('full-path') ?? ''
    const packageFile = filesByName.get(packagePath)
    if (!packageFile) throw new Unreadable(DAMAGED)
    const packageTree = openXml(packageFile)
    const pathsById = new Map(
      allNamed(packageTree, 'item').map((itemElement) => [
        itemElement.getAttribute('id'),
        resolveWithin(packagePath, itemElement.getAttribute('href') ?? ''),
      ]),
    )
    const chapterPaths = allNamed(packageTree, 'itemref').flatMap(
      (itemReference) => pathsById.get(itemReference.getAttribute('idref')) ?? [],
    )
    const encryptionXml = decodeText(filesByName.get('META-INF/encryption.xml') ?? new Uint8Array())
    if (chapterPaths.some((chapterPath) => encryptionXml.includes(chapterPath))) throw new Unreadable(PROTECTED)
    const chapterTexts = chapterPaths.flatMap((chapterPath) => {
      const chapterBytes = filesByName.get(chapterPath)
      if (!chapterBytes) return []
      const { body } = openHtml(decodeText(chapterBytes).replace(/<([a-z]+)([^<>]*)\/>/gi, '<$1$2></$1>'))
      revealCollapsed(body)
      return htmlToMarkdown(body, undefined, archivedImages(chapterPath, imagesByName, keepImage)) || []
    })
    return plainDocument(chapterTexts.join('\n\n'), allNamed(packageTree, 'dc:title')[0]?.textContent?.trim() || null)
  } catch (readError) {
    throw readError instanceof Unreadable ? readError : new Unreadable(DAMAGED)
  }
}
