import { placeMark } from '../../../domain/place-marks.ts'
import { markdownTable } from '../html/html-tables.ts'
import type { HtmlElement } from '../html/html-tree.ts'
import type { ReadDocument } from '../read-result.ts'
import { DAMAGED, Unreadable } from '../unreadable.ts'
import { allNamed as all, openXml as parse } from '../xml-tree.ts'
import { takeEntries } from '../zip-entries.ts'

const SLIDE = /^ppt\/slides\/slide(\d+)\.xml$/
const READ =
  /^ppt\/(slides\/(_rels\/)?slide\d+\.xml(\.rels)?|(notesSlides|charts|diagrams|comments)\/[^/]+\.xml|presentation\.xml|_rels\/presentation\.xml\.rels)$/
/** Images without a description carry the name of their file. */
const NAMED_BY_PROGRAM = /\.(?:png|jpe?g|gif|emf|wmf|svg)$|^(?:picture|image|grafik|bild)\s*\d*$/i

const words = (paragraph: HtmlElement): string =>
  all(paragraph, 'a:t')
    .map((run) => run.textContent ?? '')
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

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
      const text = words(paragraph)
      if (text === '') return []
      const level = Number(paragraph.querySelector('a\\:pPr')?.getAttribute('lvl') ?? 0) || 0
      return [`${'  '.repeat(Math.min(level, 8))}- ${text}`]
    })
    .join('\n')
}

function tableText(table: HtmlElement): string {
  const [head = [], ...rest] = all(table, 'a:tr').map((row) =>
    all(row, 'a:tc').map((cell) => all(cell, 'a:p').map(words).join(' ')),
  )
  return markdownTable(head, rest)
}

/** The files of a kind that a slide refers to, in the order of its relations. */
function relatedTo(slide: string, files: ReadonlyMap<string, Uint8Array>, folder: string): HtmlElement[] {
  const rels = files.get(slide.replace('slides/', 'slides/_rels/').concat('.rels'))
  if (!rels) return []
  return all(parse(rels), 'Relationship').flatMap((relation) => {
    const name = `ppt/${(relation.getAttribute('Target') ?? '').replace(/^(\.\.\/|\/?ppt\/)/, '')}`
    const file = name.startsWith(`ppt/${folder}/`) ? files.get(name) : undefined
    return file ? [parse(file)] : []
  })
}

/** A chart as a table: its categories and series, below its title. */
function chartText(chart: HtmlElement): string {
  const points = (element: HtmlElement | undefined) =>
    element ? all(element, 'c:pt').map((point) => (point.textContent ?? '').trim()) : []
  const series = all(chart, 'c:ser').map((one) => ({
    name: points(all(one, 'c:tx')[0]).join(' '),
    categories: points(all(one, 'c:cat')[0] ?? all(one, 'c:xVal')[0]),
    values: points(all(one, 'c:val')[0] ?? all(one, 'c:yVal')[0]),
  }))
  const titles = all(chart, 'c:title').map((title) => all(title, 'a:p').map(words).join(' ').trim())
  const [first] = series
  const rows = (first?.values ?? []).map((_, index) => [
    first?.categories[index] ?? '',
    ...series.map(({ values }) => values[index] ?? ''),
  ])
  const table = rows.length === 0 ? '' : markdownTable(['', ...series.map(({ name }) => name)], rows)
  return [...titles, table].filter((part) => part !== '').join('\n\n')
}

/** The texts of a diagram (SmartArt). */
const diagramText = (diagram: HtmlElement): string =>
  all(diagram, 'dgm:pt')
    .map((point) => all(point, 'a:p').map(words).join(' ').trim())
    .filter((text) => text !== '')
    .map((text) => `- ${text}`)
    .join('\n')

const isTitle = (shape: HtmlElement): boolean =>
  /title$/i.test(shape.querySelector('p\\:ph')?.getAttribute('type') ?? '') &&
  !/subtitle/i.test(shape.querySelector('p\\:ph')?.getAttribute('type') ?? '')

function slideText(name: string, files: ReadonlyMap<string, Uint8Array>): string {
  const file = files.get(name)
  if (!file) return ''
  const slide = parse(file)
  const shapes = all(slide, 'p:sp')
  const title = shapes.find(isTitle)
  const heading = title ? all(title, 'a:p').map(words).join(' ').trim() : ''
  const described = all(slide, 'p:pic').flatMap((image) => {
    const text = all(image, 'p:cNvPr')[0]?.getAttribute('descr')?.trim() ?? ''
    return text === '' || NAMED_BY_PROGRAM.test(text) ? [] : [`Image: ${text}`]
  })
  return [
    heading === '' ? '' : `## ${heading}`,
    ...shapes.filter((shape) => shape !== title).map(shapeText),
    ...all(slide, 'a:tbl').map(tableText),
    ...relatedTo(name, files, 'charts').map(chartText),
    ...relatedTo(name, files, 'diagrams').map(diagramText),
    ...described,
    ...relatedTo(name, files, 'notesSlides').map(notesText),
    ...relatedTo(name, files, 'comments').map(commentsText),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function notesText(notes: HtmlElement): string {
  const spoken = all(notes, 'p:sp')
    .filter((shape) => shape.querySelector('p\\:ph')?.getAttribute('type') === 'body')
    .flatMap((shape) => all(shape, 'a:p').map(words))
    .filter((text) => text !== '')
  return spoken.length === 0 ? '' : `Notes: ${spoken.join('\n')}`
}

const commentsText = (comments: HtmlElement): string =>
  all(comments, 'p:text')
    .map((comment) => `Comment: ${(comment.textContent ?? '').trim()}`)
    .join('\n\n')

/** Titles, texts, tables, charts and notes of a PPTX, slide by slide. */
export function readSlides(bytes: Uint8Array): ReadDocument {
  const files = takeEntries(bytes, (name) => READ.test(name))
  try {
    const slides = slideOrder(files).map((name, index) => {
      const text = slideText(name, files)
      return text === '' ? '' : `${placeMark(index + 1)}${text}`
    })
    return { title: null, text: slides.filter((text) => text !== '').join('\n\n'), unit: 'slide', scanned: [] }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(DAMAGED)
  }
}
