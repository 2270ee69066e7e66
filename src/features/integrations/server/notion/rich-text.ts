import type { PageObjectResponse, RichTextItemResponse } from '@notionhq/client'

type Property = PageObjectResponse['properties'][string]

/** Marks stand at the words, not at the spaces around them. */
function marked(text: string, mark: string): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  return inner === '' ? text : `${before}${mark}${inner}${mark}${after}`
}

function piece(item: RichTextItemResponse): string {
  if (item.type === 'equation') return `$${item.equation.expression}$`
  const { plain_text: text, annotations, href } = item
  if (annotations.code) return marked(text, '`')
  const bold = annotations.bold ? marked(text, '**') : text
  const emphasised = annotations.italic ? marked(bold, '_') : bold
  return href && /^https?:\/\//.test(href) && text.trim() !== '' ? `[${emphasised}](${href})` : emphasised
}

/** Rich text as Markdown. */
export const richText = (items: readonly RichTextItemResponse[]): string => items.map(piece).join('')

/** The same without any marks: for titles and code. */
export const plainText = (items: readonly RichTextItemResponse[]): string =>
  items.map((item) => item.plain_text).join('')

const dateText = (date: { start: string; end: string | null } | null): string =>
  date === null ? '' : [date.start, date.end].filter((one) => one !== null).join(' – ')

const yesNo = (value: boolean | null): string => (value === null ? '' : value ? 'Yes' : 'No')

const nameOf = (person: object): string => ('name' in person && typeof person.name === 'string' ? person.name : '')

function formulaText(formula: Extract<Property, { type: 'formula' }>['formula']): string {
  if (formula.type === 'string') return formula.string ?? ''
  if (formula.type === 'number') return formula.number === null ? '' : String(formula.number)
  if (formula.type === 'boolean') return yesNo(formula.boolean)
  return formula.type === 'date' ? dateText(formula.date) : ''
}

/**
 * Returns the text of a row's property; '' for properties without text of their own: editors, and relations, which are
 * ids.
 */
export function propertyText(property: Property): string {
  switch (property.type) {
    case 'rich_text':
      return richText(property.rich_text)
    case 'number':
      return property.number === null ? '' : String(property.number)
    case 'select':
      return property.select?.name ?? ''
    case 'status':
      return property.status?.name ?? ''
    case 'multi_select':
      return property.multi_select.map(({ name }) => name).join(', ')
    case 'date':
      return dateText(property.date)
    case 'email':
      return property.email ?? ''
    case 'phone_number':
      return property.phone_number ?? ''
    case 'url':
      return property.url ?? ''
    case 'checkbox':
      return yesNo(property.checkbox)
    case 'people':
      return property.people.map(nameOf).filter(Boolean).join(', ')
    case 'files':
      return property.files.map(({ name }) => name).join(', ')
    case 'formula':
      return formulaText(property.formula)
    case 'unique_id':
      return [property.unique_id.prefix, property.unique_id.number].filter((part) => part !== null).join('-')
    case 'rollup':
      return property.rollup.type === 'number' ? String(property.rollup.number ?? '') : ''
    default:
      return ''
  }
}

const UNTITLED = 'Untitled'

export function titleOf(page: Pick<PageObjectResponse, 'properties'>): string {
  const title = Object.values(page.properties).find((property) => property.type === 'title')
  return (title?.type === 'title' ? plainText(title.title).trim() : '') || UNTITLED
}

/** The properties of a row of a database, a line each; '' where there are none. */
export const propertiesText = (page: Pick<PageObjectResponse, 'properties'>): string =>
  Object.entries(page.properties)
    .map(([name, property]) => ({ name, text: propertyText(property).trim() }))
    .filter(({ text }) => text !== '')
    .map(({ name, text }) => `- **${name}**: ${text.replaceAll('\n', ' ')}`)
    .join('\n')
