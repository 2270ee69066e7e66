import { markdownTable } from '../html/html-tables.ts'
import type { HtmlElement } from '../html/html-tree.ts'
import { allNamed as all } from '../xml-tree.ts'
import { shownNumber } from './cell-formats.ts'

/** Returns the text of a paragraph of a drawing (`a:p`) in one line. */
export const paragraphText = (paragraph: HtmlElement): string =>
  [...paragraph.querySelectorAll('a\\:t, a\\:br, m\\:t')]
    .map((run) =>
      (run as HtmlElement & { nodeName: string }).nodeName.toLowerCase() === 'a:br' ? ' ' : (run.textContent ?? ''),
    )
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

const lineOf = (element: HtmlElement): string => all(element, 'a:p').map(paragraphText).join(' ').trim()

/** Returns a chart as a table: its categories and series, below its titles. */
export function chartText(chart: HtmlElement): string {
  const points = (element: HtmlElement | undefined) =>
    element ? all(element, 'c:pt').map((point) => shownNumber((point.textContent ?? '').trim())) : []
  const series = all(chart, 'c:ser').map((one) => ({
    name: points(all(one, 'c:tx')[0]).join(' '),
    categories: points(all(one, 'c:cat')[0] ?? all(one, 'c:xVal')[0]),
    values: points(all(one, 'c:val')[0] ?? all(one, 'c:yVal')[0]),
  }))
  const titles = all(chart, 'c:title').map(lineOf)
  const [first] = series
  const rows = (first?.values ?? []).map((_, index) => [
    first?.categories[index] ?? '',
    ...series.map(({ values }) => values[index] ?? ''),
  ])
  const table = rows.length === 0 ? '' : markdownTable(['', ...series.map(({ name }) => name)], rows)
  return [...titles, table].filter((part) => part !== '').join('\n\n')
}

const listOf = (texts: readonly string[]): string =>
  texts
    .filter((text) => text !== '')
    .map((text) => `- ${text}`)
    .join('\n')

/** Returns the texts of a diagram (SmartArt). */
export const diagramText = (diagram: HtmlElement): string => listOf(all(diagram, 'dgm:pt').map(lineOf))

/** Returns the texts of the shapes that are drawn on a sheet. */
export const shapesText = (drawing: HtmlElement): string =>
  listOf(all(drawing, 'xdr:sp').flatMap((shape) => all(shape, 'a:p').map(paragraphText)))
