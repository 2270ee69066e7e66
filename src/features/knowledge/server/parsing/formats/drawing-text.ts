import { markdownTable } from '../html/html-tables.ts'
import type { HtmlElement } from '../html/html-tree.ts'
import { allNamed as all } from '../xml-tree.ts'
import { toShownPrecision } from './cell-formats.ts'

/** Returns the text of a paragraph of a drawing (`a:p`) in one line. */
export const paragraphText = (paragraph: HtmlElement): string =>
  [...paragraph.querySelectorAll('a\\:t, a\\:br, m\\:t')]
    .map((textRun) =>
      (textRun as HtmlElement & { nodeName: string }).nodeName.toLowerCase() === 'a:br'
        ? ' '
        : (textRun.textContent ?? ''),
    )
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

const drawingLine = (element: HtmlElement): string => all(element, 'a:p').map(paragraphText).join(' ').trim()

/** Returns a chart as a table: its categories and series, below its titles. */
export function chartText(chart: HtmlElement): string {
  const pointTexts = (element: HtmlElement | undefined) =>
    element ? all(element, 'c:pt').map((point) => toShownPrecision((point.textContent ?? '').trim())) : []
  const chartSeries = all(chart, 'c:ser').map((seriesElement) => ({
    name: pointTexts(all(seriesElement, 'c:tx')[0]).join(' '),
    categories: pointTexts(all(seriesElement, 'c:cat')[0] ?? all(seriesElement, 'c:xVal')[0]),
    values: pointTexts(all(seriesElement, 'c:val')[0] ?? all(seriesElement, 'c:yVal')[0]),
  }))
  const chartTitles = all(chart, 'c:title').map(drawingLine)
  const [first] = chartSeries
  const valueRows = (first?.values ?? []).map((_, pointIndex) => [
    first?.categories[pointIndex] ?? '',
    ...chartSeries.map(({ values }) => values[pointIndex] ?? ''),
  ])
  const seriesTable =
    valueRows.length === 0 ? '' : markdownTable(['', ...chartSeries.map(({ name }) => name)], valueRows)
  return [...chartTitles, seriesTable].filter((chartPart) => chartPart !== '').join('\n\n')
}

const bulletList = (itemTexts: readonly string[]): string =>
  itemTexts
    .filter((itemText) => itemText !== '')
    .map((itemText) => `- ${itemText}`)
    .join('\n')

/** Returns the texts of a diagram (SmartArt). */
export const diagramText = (diagram: HtmlElement): string => bulletList(all(diagram, 'dgm:pt').map(drawingLine))

/** Returns the texts of the shapes that are drawn on a sheet. */
export const shapesText = (drawing: HtmlElement): string =>
  bulletList(all(drawing, 'xdr:sp').flatMap((shape) => all(shape, 'a:p').map(paragraphText)))
