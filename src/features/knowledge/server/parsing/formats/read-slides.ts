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

const SLIDE = /^ppt\/slides\/slide(\d+)\.xml$/
const READ =
  /^ppt\/((slides|slideLayouts|slideMasters)\/(_rels\/)?[^/]+\.xml(\.rels)?|(notesSlides|charts|diagrams|comments)\/[^/]+\.xml|presentation\.xml|_rels\/presentation\.xml\.rels)$/
/** Images without a description carry the name of their file. */
const NAMED_BY_PROGRAM = /\.(?:png|jpe?g|gif|emf|wmf|svg)$|^(?:picture|image|grafik|bild)\s*\d*$/i

/** The slides' files in the order in which they are shown, which their numbers need not be. */
function slideOrder(files: Map<string, Uint8Array>): string[] {
  const byNumber = [...files.keys()]
    .filter((name) => SLIDE.test(name))
    .sort((left, right) => numberOf(left) - numberOf(right))
  const presentation = files.get('ppt/presentation.xml')
  const rels = files.get('ppt/_rels/presentation.xml.rels')
  if (!presentation || !rels) return byNumber
  const targets = new Map(
    [...parse(rels).querySelectorAll('Relationship')].map((element) => [
      element.getAttribute('Id'),
      `ppt/${(element.getAttribute('Target') ?? '').replace(/^\/?(ppt\/)?/, '')}`,
    ]),
  )
  const shown = all(parse(presentation), 'p:sldId').flatMap(
    (element) => targets.get(element.getAttribute('r:id')) ?? [],
  )
  const known = shown.filter((name) => files.has(name))
  return known.length > 0 ? known : byNumber
}

const numberOf = (name: string): number => Number(SLIDE.exec(name)?.[1])

function shapeText(shape: HtmlElement): string {
  return all(shape, 'a:p')
    .flatMap((paragraph) => {
      const text = paragraphText(paragraph)
      if (text === '') return []
      const level = Number(paragraph.querySelector('a\\:pPr')?.getAttribute('lvl') ?? 0) || 0
      return [`${'  '.repeat(Math.min(level, 8))}- ${text}`]
    })
    .join('\n')
}

function tableText(table: HtmlElement): string {
  const [head = [], ...rest] = all(table, 'a:tr').map((row) =>
    all(row, 'a:tc').map((cell) => all(cell, 'a:p').map(paragraphText).join(' ')),
  )
  return markdownTable(head, rest)
}

const isTitle = (shape: HtmlElement): boolean =>
  /title$/i.test(shape.querySelector('p\\:ph')?.getAttribute('type') ?? '') &&
  !/subtitle/i.test(shape.querySelector('p\\:ph')?.getAttribute('type') ?? '')

function slideText(name: string, files: ReadonlyMap<string, Uint8Array>, find: FindImage): string {
  const file = files.get(name)
  if (!file) return ''
  const slide = parse(file)
  const shapes = all(slide, 'p:sp').filter((shape) => shape.querySelector('p\\:ph')?.getAttribute('type') !== 'sldNum')
  const title = shapes.find(isTitle)
  const heading = title ? all(title, 'a:p').map(paragraphText).join(' ').trim() : ''
  const described = all(slide, 'p:pic').flatMap((image) => {
    const text = all(image, 'p:cNvPr')[0]?.getAttribute('descr')?.trim() ?? ''
    const alt = NAMED_BY_PROGRAM.test(text) ? '' : text
    const number = find(all(image, 'a:blip')[0]?.getAttribute('r:embed') ?? '')
    if (number !== null) return imageMark(escapeMarkdown(alt), number)
    return alt === '' ? [] : [`Image: ${alt}`]
  })
  return [
    heading === '' ? '' : `## ${heading}`,
    ...shapes.filter((shape) => shape !== title).map(shapeText),
    ...all(slide, 'a:tbl').map(tableText),
    ...relatedTo(name, files, /\/charts\//).map(chartText),
    ...relatedTo(name, files, /\/diagrams\/data/).map(diagramText),
    ...described,
    ...relatedTo(name, files, /\/notesSlides\//).map(notesText),
    ...relatedTo(name, files, /\/comments\//).map(commentsText),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function notesText(notes: HtmlElement): string {
  const spoken = all(notes, 'p:sp')
    .filter((shape) => shape.querySelector('p\\:ph')?.getAttribute('type') === 'body')
    .flatMap((shape) => all(shape, 'a:p').map(paragraphText))
    .filter((text) => text !== '')
  return spoken.length === 0 ? '' : `Notes: ${spoken.join('\n')}`
}

const commentsText = (comments: HtmlElement): string =>
  all(comments, 'p:text')
    .map((comment) => `Comment: ${(comment.textContent ?? '').trim()}`)
    .join('\n\n')

const onSlide = (shape: HtmlElement, width: number): boolean => {
  const left = Number(all(shape, 'a:off')[0]?.getAttribute('x') ?? 0)
  return left < width && left + Number(all(shape, 'a:ext')[0]?.getAttribute('cx') ?? 1) > 0
}

/** The texts that layouts and masters put on each slide, once; not their prompts, nor what is beside the slide. */
function repeatedTexts(slides: readonly string[], files: ReadonlyMap<string, Uint8Array>): string[] {
  const layouts = new Set(
    slides.flatMap((name) => relatedParts(name, files)).filter((name) => name.includes('/slideLayouts/')),
  )
  const masters = new Set(
    [...layouts].flatMap((name) => relatedParts(name, files)).filter((name) => name.includes('/slideMasters/')),
  )
  const size = files.get('ppt/presentation.xml')
  const width = Number((size && all(parse(size), 'p:sldSz')[0]?.getAttribute('cx')) ?? Number.MAX_SAFE_INTEGER)
  const texts = [...layouts, ...masters].flatMap((name) => {
    const file = files.get(name)
    const shapes = file ? all(parse(file), 'p:sp') : []
    return shapes
      .filter((shape) => !shape.querySelector('p\\:ph') && onSlide(shape, width))
      .map((shape) => all(shape, 'a:p').map(paragraphText).join(' ').trim())
  })
  return [...new Set(texts)].filter((text) => /\p{L}/u.test(text)).map((text) => `On each slide: ${text}`)
}

/** Titles, texts, tables, charts and notes of a PPTX, slide by slide. */
export function readSlides(bytes: Uint8Array, keep: KeepImage = keepNoImage): ReadDocument {
  const files = takeEntries(bytes, (name) => READ.test(name))
  const images = takeImages(bytes, isImageName)
  const imageRelated = (slide: string, id: string) => {
    const bytesOf = images.get(relatedById(slide, files, id) ?? '')
    return bytesOf ? keep(bytesOf) : null
  }
  try {
    const names = slideOrder(files)
    const slides = names.map((name, index) => {
      const text = slideText(name, files, (id) => imageRelated(name, id))
      return text === '' ? '' : `${placeMark(index + 1)}${text}`
    })
    const texts = [...slides, ...repeatedTexts(names, files)].filter((text) => text !== '')
    return { title: null, text: texts.join('\n\n'), unit: 'slide', scanned: [] }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(DAMAGED)
  }
}
