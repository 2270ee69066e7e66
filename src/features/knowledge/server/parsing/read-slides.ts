import { DOMParser } from 'linkedom'
import { placeMark } from '../../domain/place-marks.ts'
import type { HtmlElement } from './html-to-markdown.ts'
import type { ReadDocument } from './read-result.ts'
import { DAMAGED, Unreadable } from './unreadable.ts'
import { takeEntries } from './zip-entries.ts'

const SLIDE = /^ppt\/slides\/slide(\d+)\.xml$/
const READ =
  /^ppt\/(slides\/(_rels\/)?slide\d+\.xml(\.rels)?|notesSlides\/notesSlide\d+\.xml|presentation\.xml|_rels\/presentation\.xml\.rels)$/

const parse = (bytes: Uint8Array): HtmlElement =>
  new DOMParser().parseFromString(new TextDecoder().decode(bytes), 'text/xml') as unknown as HtmlElement

const all = (element: HtmlElement, name: string): HtmlElement[] => [
  ...element.querySelectorAll(name.replace(':', '\\:')),
]

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
  const rows = all(table, 'a:tr').map((row) =>
    all(row, 'a:tc').map((cell) => all(cell, 'a:p').map(words).join(' ').trim().replaceAll('|', '\\|')),
  )
  const [head = [], ...rest] = rows
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rest.map(line)].join('\n')
}

const isTitle = (shape: HtmlElement): boolean =>
  /title$/i.test(shape.querySelector('p\\:ph')?.getAttribute('type') ?? '') &&
  !/subtitle/i.test(shape.querySelector('p\\:ph')?.getAttribute('type') ?? '')

function slideText(slide: HtmlElement, notes: string): string {
  const shapes = all(slide, 'p:sp')
  const title = shapes.find(isTitle)
  const heading = title ? all(title, 'a:p').map(words).join(' ').trim() : ''
  const body = shapes.filter((shape) => shape !== title).map(shapeText)
  const tables = all(slide, 'a:tbl').map(tableText)
  const spoken = notes === '' ? '' : `Notes: ${notes}`
  return [heading === '' ? '' : `## ${heading}`, ...body, ...tables, spoken].filter((part) => part !== '').join('\n\n')
}

function notesOf(slide: string, files: Map<string, Uint8Array>): string {
  const rels = files.get(slide.replace('slides/', 'slides/_rels/').concat('.rels'))
  const target = rels && /notesSlides\/(notesSlide\d+\.xml)/.exec(new TextDecoder().decode(rels))?.[1]
  const notes = target && files.get(`ppt/notesSlides/${target}`)
  if (!notes) return ''
  return all(parse(notes), 'p:sp')
    .filter((shape) => shape.querySelector('p\\:ph')?.getAttribute('type') === 'body')
    .flatMap((shape) => all(shape, 'a:p').map(words))
    .filter((text) => text !== '')
    .join('\n')
}

/** Titles, texts, tables and notes of a PPTX, slide by slide. */
export function readSlides(bytes: Uint8Array): ReadDocument {
  const files = takeEntries(bytes, (name) => READ.test(name))
  try {
    const slides = slideOrder(files).map((name, index) => {
      const file = files.get(name)
      const text = file ? slideText(parse(file), notesOf(name, files)) : ''
      return text === '' ? '' : `${placeMark(index + 1)}${text}`
    })
    return { title: null, text: slides.filter((text) => text !== '').join('\n\n'), unit: 'slide', scanned: [] }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(DAMAGED)
  }
}
