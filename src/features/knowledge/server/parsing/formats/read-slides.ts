import { imageMark } from '../../../domain/image-marks.ts'
import { placeMark } from '../../../domain/place-marks.ts'
import { type FindImage, isImageName, type KeepImage, keepNoImage } from '../document-images.ts'
import { escapeMarkdown } from '../escape-markdown.ts'
import { markdownTable } from '../html/html-tables.ts'
import type { HtmlElement } from '../html/html-tree.ts'
import type { ReadDocument } from '../read-result.ts'
import { DAMAGED, Unreadable } from '../unreadable.ts'
import { allNamed as all, openXml as parse } from '../xml-tree.ts'
import { takeEntries, takeImages } from '../zip-entries.ts'
import { chartText, diagramText, paragraphText } from './drawing-text.ts'
import { relatedById, relatedParts, relatedTo } from './office-relations.ts'

const SLIDE_NAME = /^ppt\/slides\/slide(\d+)\.xml$/
const READ_ENTRIES =
  /^ppt\/((slides|slideLayouts|slideMasters)\/(_rels\/)?[^/]+\.xml(\.rels)?|(notesSlides|charts|diagrams|comments)\/[^/]+\.xml|presentation\.xml|_rels\/presentation\.xml\.rels)$/
/** Images without a description carry the name of their file. */
const NAMED_BY_PROGRAM = /\.(?:png|jpe?g|gif|emf|wmf|svg)$|^(?:picture|image|grafik|bild)\s*\d*$/i

/** The slides' files in the order in which they are shown, which their numbers need not be. */
function slideOrder(filesByName: Map<string, Uint8Array>): string[] {
  const numberedSlides = [...filesByName.keys()]
    .filter((slideName) => SLIDE_NAME.test(slideName))
    .sort((left, right) => slideNumber(left) - slideNumber(right))
  const presentationXml = filesByName.get('ppt/presentation.xml')
  const relationsXml = filesByName.get('ppt/_rels/presentation.xml.rels')
  if (!presentationXml || !relationsXml) return numberedSlides
  const targetsById = new Map(
    [...parse(relationsXml).querySelectorAll('Relationship')].map((relation) => [
      relation.getAttribute('Id'),
      `ppt/${(relation.getAttribute('Target') ?? '').replace(/^\/?(ppt\/)?/, '')}`,
    ]),
  )
  const shownSlides = all(parse(presentationXml), 'p:sldId').flatMap(
    (element) => targetsById.get(element.getAttribute('r:id')) ?? [],
  )
  const knownSlides = shownSlides.filter((slideName) => filesByName.has(slideName))
  return knownSlides.length > 0 ? knownSlides : numberedSlides
}

const slideNumber = (slideName: string): number => Number(SLIDE_NAME.exec(slideName)?.[1])

function shapeText(shape: HtmlElement): string {
  return all(shape, 'a:p')
    .flatMap((paragraph) => {
      const paragraphLine = paragraphText(paragraph)
      if (paragraphLine === '') return []
      const indentLevel = Number(paragraph.querySelector('a\\:pPr')?.getAttribute('lvl') ?? 0) || 0
      return [`${'  '.repeat(Math.min(indentLevel, 8))}- ${paragraphLine}`]
    })
    .join('\n')
}

function tableText(tableElement: HtmlElement): string {
  const [head = [], ...rest] = all(tableElement, 'a:tr').map((row) =>
    all(row, 'a:tc').map((cell) => all(cell, 'a:p').map(paragraphText).join(' ')),
  )
  return markdownTable(head, rest)
}

const isTitleShape = (shape: HtmlElement): boolean =>
  /title$/i.test(shape.querySelector('p\\:ph')?.getAttribute('type') ?? '') &&
  !/subtitle/i.test(shape.querySelector('p\\:ph')?.getAttribute('type') ?? '')

function slideText(slideName: string, filesByName: ReadonlyMap<string, Uint8Array>, findImage: FindImage): string {
  const slideBytes = filesByName.get(slideName)
  if (!slideBytes) return ''
  const slideTree = parse(slideBytes)
  const slideShapes = all(slideTree, 'p:sp').filter(
    (shape) => shape.querySelector('p\\:ph')?.getAttribute('type') !== 'sldNum',
  )
  const titleShape = slideShapes.find(isTitleShape)
  const headingText = titleShape ? all(titleShape, 'a:p').map(paragraphText).join(' ').trim() : ''
  const imageTexts = all(slideTree, 'p:pic').flatMap((picture) => {
    const description = all(picture, 'p:cNvPr')[0]?.getAttribute('descr')?.trim() ?? ''
    const altText = NAMED_BY_PROGRAM.test(description) ? '' : description
    const imageNumber = findImage(all(picture, 'a:blip')[0]?.getAttribute('r:embed') ?? '')
    if (imageNumber !== null) return imageMark(escapeMarkdown(altText), imageNumber)
    return altText === '' ? [] : [`Image: ${altText}`]
  })
  return [
    headingText === '' ? '' : `## ${headingText}`,
    ...slideShapes.filter((shape) => shape !== titleShape).map(shapeText),
    ...all(slideTree, 'a:tbl').map(tableText),
    ...relatedTo(slideName, filesByName, /\/charts\//).map(chartText),
    ...relatedTo(slideName, filesByName, /\/diagrams\/data/).map(diagramText),
    ...imageTexts,
    ...relatedTo(slideName, filesByName, /\/notesSlides\//).map(notesText),
    ...relatedTo(slideName, filesByName, /\/comments\//).map(commentsText),
  ]
    .filter((slidePart) => slidePart !== '')
    .join('\n\n')
}

function notesText(notesTree: HtmlElement): string {
  const noteLines = all(notesTree, 'p:sp')
    .filter((shape) => shape.querySelector('p\\:ph')?.getAttribute('type') === 'body')
    .flatMap((shape) => all(shape, 'a:p').map(paragraphText))
    .filter((lineText) => lineText !== '')
  return noteLines.length === 0 ? '' : `Notes: ${noteLines.join('\n')}`
}

const commentsText = (commentsTree: HtmlElement): string =>
  all(commentsTree, 'p:text')
    .map((commentElement) => `Comment: ${(commentElement.textContent ?? '').trim()}`)
    .join('\n\n')

const isOnSlide = (shape: HtmlElement, slideWidth: number): boolean => {
  const leftOffset = Number(all(shape, 'a:off')[0]?.getAttribute('x') ?? 0)
  return leftOffset < slideWidth && leftOffset + Number(all(shape, 'a:ext')[0]?.getAttribute('cx') ?? 1) > 0
}

/** The texts that layouts and masters put on each slide, once; not their prompts, nor what is beside the slide. */
function repeatedTexts(slideNames: readonly string[], filesByName: ReadonlyMap<string, Uint8Array>): string[] {
  const layoutNames = new Set(
    slideNames
      .flatMap((partName) => relatedParts(partName, filesByName))
      .filter((partName) => partName.includes('/slideLayouts/')),
  )
  const masterNames = new Set(
    [...layoutNames]
      .flatMap((partName) => relatedParts(partName, filesByName))
      .filter((partName) => partName.includes('/slideMasters/')),
  )
  const presentationXml = filesByName.get('ppt/presentation.xml')
  const slideWidth = Number(
    (presentationXml && all(parse(presentationXml), 'p:sldSz')[0]?.getAttribute('cx')) ?? Number.MAX_SAFE_INTEGER,
  )
  const layoutTexts = [...layoutNames, ...masterNames].flatMap((partName) => {
    const layoutBytes = filesByName.get(partName)
    const layoutShapes = layoutBytes ? all(parse(layoutBytes), 'p:sp') : []
    return layoutShapes
      .filter((shape) => !shape.querySelector('p\\:ph') && isOnSlide(shape, slideWidth))
      .map((shape) => all(shape, 'a:p').map(paragraphText).join(' ').trim())
  })
  return [...new Set(layoutTexts)]
    .filter((lineText) => /\p{L}/u.test(lineText))
    .map((lineText) => `On each slide: ${lineText}`)
}

/** Titles, texts, tables, charts and notes of a PPTX, slide by slide. */
export function readSlides(fileBytes: Uint8Array, keepImage: KeepImage = keepNoImage): ReadDocument {
  const filesByName = takeEntries(fileBytes, (entryName) => READ_ENTRIES.test(entryName))
  const imagesByName = takeImages(fileBytes, isImageName)
  const keepRelatedImage = (slideName: string, relationId: string) => {
    const imageBytes = imagesByName.get(relatedById(slideName, filesByName, relationId) ?? '')
    return imageBytes ? keepImage(imageBytes) : null
  }
  try {
    const slideNames = slideOrder(filesByName)
    const slideTexts = slideNames.map((slideName, slideIndex) => {
      const slideMarkdown = slideText(slideName, filesByName, (relationId) => keepRelatedImage(slideName, relationId))
      return slideMarkdown === '' ? '' : `${placeMark(slideIndex + 1)}${slideMarkdown}`
    })
    const allTexts = [...slideTexts, ...repeatedTexts(slideNames, filesByName)].filter((lineText) => lineText !== '')
    return { title: null, text: allTexts.join('\n\n'), unit: 'slide', scanned: [] }
  } catch (readError) {
    throw readError instanceof Unreadable ? readError : new Unreadable(DAMAGED)
  }
}
