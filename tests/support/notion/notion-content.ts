// Content of a Notion workspace as objects of its API.
import { randomUUID } from 'node:crypto'

/** A block as it is written down for a test: its type, what is in it, and what is inside of it. */
export interface Block {
  type: string
  content: object
  children?: Block[]
}

type Marks = { bold?: boolean; italic?: boolean; code?: boolean; href?: string }

/** A piece of text with its marks, as Notion gives it. */
export const piece = (text: string, { href, ...marks }: Marks = {}) => ({
  type: 'text',
  text: { content: text, link: href ? { url: href } : null },
  annotations: {
    bold: false,
    italic: false,
    strikethrough: false,
    underline: false,
    code: false,
    color: 'default',
    ...marks,
  },
  plain_text: text,
  href: href ?? null,
})
const rich = (text: string | object[]) => (typeof text === 'string' ? [piece(text)] : text)

const textBlock =
  (type: string) =>
  (text: string | object[], children?: Block[]): Block => ({
    type,
    content: { rich_text: rich(text), color: 'default' },
    ...(children ? { children } : {}),
  })

export const paragraph = textBlock('paragraph')
export const bullet = textBlock('bulleted_list_item')
export const numbered = textBlock('numbered_list_item')
export const toggle = textBlock('toggle')
export const callout = textBlock('callout')
export const quote = textBlock('quote')
export const heading = (level: number, text: string, children?: Block[]): Block => ({
  type: `heading_${level}`,
  content: { rich_text: rich(text), color: 'default', is_toggleable: children !== undefined },
  ...(children ? { children } : {}),
})
export const todo = (text: string, checked: boolean): Block => ({
  type: 'to_do',
  content: { rich_text: rich(text), checked, color: 'default' },
})
export const code = (language: string, text: string): Block => ({
  type: 'code',
  content: { rich_text: rich(text), language, caption: [] },
})
/** An image that Notion stores, or one elsewhere. */
export const image = (type: 'file' | 'external', url: string, caption = ''): Block => ({
  type: 'image',
  content: { type, [type]: { url }, caption: caption === '' ? [] : rich(caption) },
})
export const table = (rows: string[][], header = true): Block => ({
  type: 'table',
  content: { table_width: rows[0]?.length ?? 0, has_column_header: header, has_row_header: false },
  children: rows.map((cells) => ({ type: 'table_row', content: { cells: cells.map(rich) } })),
})
export const columns = (...sides: Block[][]): Block => ({
  type: 'column_list',
  content: {},
  children: sides.map((children) => ({ type: 'column', content: {}, children })),
})
export const childPage = (title: string): Block => ({ type: 'child_page', content: { title } })
export const divider: Block = { type: 'divider', content: {} }
/** A block type that the API reports as unsupported. */
export const unsupported: Block = { type: 'unsupported', content: {} }

/** Nested lists of this depth; `text` returns the text of each level. */
export const nested = (levels: number, text: (level: number) => string, level = 1): Block =>
  bullet(text(level), level < levels ? [nested(levels, text, level + 1)] : undefined)

export const titleProperty = (text: string) => ({ id: 'title', type: 'title', title: rich(text) })
export const selectProperty = (name: string) => ({
  id: 'sel',
  type: 'select',
  select: { id: 's', name, color: 'blue' },
})
export const textProperty = (text: string) => ({ id: 'txt', type: 'rich_text', rich_text: rich(text) })
export const numberProperty = (number: number) => ({ id: 'num', type: 'number', number })
export const checkboxProperty = (checkbox: boolean) => ({ id: 'chk', type: 'checkbox', checkbox })

export type NotionParent =
  | { type: 'workspace'; workspace: true }
  | { type: 'page_id'; page_id: string }
  | { type: 'data_source_id'; data_source_id: string; database_id: string }
  | { type: 'block_id'; block_id: string }

export interface NotionPage {
  id: string
  title: string
  parent: NotionParent
  properties: Record<string, object>
  blocks: Block[]
  /** Precise to the minute, like Notion's timestamps. */
  edited: string
  trashed: boolean
  publicUrl: string | null
  /** False: Notion's search has not caught up with it, or never will. */
  indexed: boolean
}

export interface NotionDataSource {
  id: string
  databaseId: string
  title: string
  parent: NotionParent
  edited: string
  trashed: boolean
}

const toMinute = (date: Date): string => `${date.toISOString().slice(0, 16)}:00.000Z`
export const now = (): string => toMinute(new Date())
/** Long enough ago for nothing to be edited in the same minute again. */
export const LONG_AGO = '2024-05-02T08:30:00.000Z'

const BOT = { object: 'user', id: '6794760a-1f15-45cd-9c65-0dfe42f5135a' }
const dates = (edited: string) => ({
  created_time: LONG_AGO,
  last_edited_time: edited,
  created_by: BOT,
  last_edited_by: BOT,
})

export const pageObject = (page: NotionPage) => ({
  object: 'page',
  id: page.id,
  ...dates(page.edited),
  in_trash: page.trashed,
  archived: page.trashed,
  is_archived: page.trashed,
  is_locked: false,
  url: `https://www.notion.so/${page.title.replaceAll(/\W+/g, '-')}-${page.id.replaceAll('-', '')}`,
  public_url: page.publicUrl,
  parent: page.parent,
  properties: page.properties,
  icon: null,
  cover: null,
})

export const dataSourceObject = (source: NotionDataSource) => ({
  object: 'data_source',
  id: source.id,
  title: rich(source.title),
  description: [],
  parent: { type: 'database_id', database_id: source.databaseId },
  database_parent: source.parent,
  is_inline: false,
  in_trash: source.trashed,
  archived: source.trashed,
  ...dates(source.edited),
  properties: { Name: { id: 'title', name: 'Name', type: 'title', title: {}, description: null } },
  icon: null,
  cover: null,
  url: `https://www.notion.so/${source.databaseId.replaceAll('-', '')}`,
  public_url: null,
})

export interface StoredBlock {
  object: object
  id: string
  parent: NotionParent
  children: StoredBlock[]
}

/** Blocks with ids, as they are listed. */
export function storeBlocks(blocks: Block[], parent: NotionParent, edited: string): StoredBlock[] {
  return blocks.map(({ type, content, children = [] }) => {
    const id = randomUUID()
    const inside = storeBlocks(children, { type: 'block_id', block_id: id }, edited)
    const object = {
      object: 'block',
      id,
      parent,
      ...dates(edited),
      has_children: inside.length > 0,
      in_trash: false,
      archived: false,
      type,
      [type]: content,
    }
    return { id, object, parent, children: inside }
  })
}
