import type { PageObjectResponse, RichTextItemResponse } from '@notionhq/client'

type PageProperty = PageObjectResponse['properties'][string]

/** Marks stand at the words, not at the spaces around them. */
function wrapWithMark(richText: string, markdownMark: string): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(richText) ?? []
  return inner === '' ? richText : `${before}${markdownMark}${inner}${markdownMark}${after}`
}

function renderRichText(textItem: RichTextItemResponse): string {
  if (textItem.type === 'equation') return `$${textItem.equation.expression}$`
  const { plain_text: text, annotations, href } = textItem
  if (annotations.code) return wrapWithMark(text, '`')
  const boldText = annotations.bold ? wrapWithMark(text, '**') : text
  const emphasizedText = annotations.italic ? wrapWithMark(boldText, '_') : boldText
  return href && /^https?:\/\//.test(href) && text.trim() !== '' ? `[${emphasizedText}](${href})` : emphasizedText
}

/** Rich text as Markdown. */
export const richTextMarkdown = (textItems: readonly RichTextItemResponse[]): string =>
  textItems.map(renderRichText).join('')

/** The same without any marks: for titles and code. */
export const plainText = (textItems: readonly RichTextItemResponse[]): string =>
  textItems.map((textItem) => textItem.plain_text).join('')

const formatDateRange = (dateRange: { start: string; end: string | null } | null): string =>
  dateRange === null ? '' : [dateRange.start, dateRange.end].filter((boundary) => boundary !== null).join(' – ')

const formatCheckbox = (isChecked: boolean | null): string => (isChecked === null ? '' : isChecked ? 'Yes' : 'No')

const personName = (person: object): string => ('name' in person && typeof person.name === 'string' ? person.name : '')

function formatFormula(formula: Extract<PageProperty, { type: 'formula' }>['formula']): string {
  if (formula.type === 'string') return formula.string ?? ''
  if (formula.type === 'number') return formula.number === null ? '' : String(formula.number)
  if (formula.type === 'boolean') return formatCheckbox(formula.boolean)
  return formula.type === 'date' ? formatDateRange(formula.date) : ''
}

/**
 * Returns the text of a row's property; '' for properties without text of their own: editors, and relations, which are
 * ids.
 */
export function propertyText(pageProperty: PageProperty): string {
  switch (pageProperty.type) {
    case 'rich_text':
      return richTextMarkdown(pageProperty.rich_text)
    case 'number':
      return pageProperty.number === null ? '' : String(pageProperty.number)
    case 'select':
      return pageProperty.select?.name ?? ''
    case 'status':
      return pageProperty.status?.name ?? ''
    case 'multi_select':
      return pageProperty.multi_select.map(({ name }) => name).join(', ')
    case 'date':
      return formatDateRange(pageProperty.date)
    case 'email':
      return pageProperty.email ?? ''
    case 'phone_number':
      return pageProperty.phone_number ?? ''
    case 'url':
      return pageProperty.url ?? ''
    case 'checkbox':
      return formatCheckbox(pageProperty.checkbox)
    case 'people':
      return pageProperty.people.map(personName).filter(Boolean).join(', ')
    case 'files':
      return pageProperty.files.map(({ name }) => name).join(', ')
    case 'formula':
      return formatFormula(pageProperty.formula)
    case 'unique_id':
      return [pageProperty.unique_id.prefix, pageProperty.unique_id.number]
        .filter((idPart) => idPart !== null)
        .join('-')
    case 'rollup':
      return pageProperty.rollup.type === 'number' ? String(pageProperty.rollup.number ?? '') : ''
    default:
      return ''
  }
}

const UNTITLED = 'Untitled'

export function titleOf(notionPage: Pick<PageObjectResponse, 'properties'>): string {
  const titleProperty = Object.values(notionPage.properties).find((candidate) => candidate.type === 'title')
  return (titleProperty?.type === 'title' ? plainText(titleProperty.title).trim() : '') || UNTITLED
}

/** The properties of a row of a database, a line each; '' where there are none. */
export const propertiesText = (notionPage: Pick<PageObjectResponse, 'properties'>): string =>
  Object.entries(notionPage.properties)
    .map(([name, property]) => ({ name, text: propertyText(property).trim() }))
    .filter(({ text }) => text !== '')
    .map(({ name, text }) => `- **${name}**: ${text.replaceAll('\n', ' ')}`)
    .join('\n')
