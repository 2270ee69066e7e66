import {
  type Client,
  type DataSourceObjectResponse,
  isFullDataSource,
  isFullPage,
  type PageObjectResponse,
} from '@notionhq/client'
import { type FoundItem, ItemGone, type Listed, type ListingEnd, type ProviderPass } from '../provider.ts'
import { asking, notionClient } from './notion-client.ts'
import { plainText, titleOf } from './rich-text.ts'

type Shared = PageObjectResponse | DataSourceObjectResponse
type Parent = PageObjectResponse['parent'] | DataSourceObjectResponse['database_parent']

/**
 * Notion's edit times are precise to the minute: a page edited within the last two minutes may change again without a
 * new time. Such a version is never treated as unchanged, so the next run reads the page again.
 */
const SETTLED_MS = 120_000
const EMPTY_DATABASE = 'This database is empty.'

const versionOf = (time: string, now: number): string =>
  Date.parse(time) + SETTLED_MS > now ? `${time} at ${now}` : time

/** The page as visitors can open it, where it is published. */
const addressOf = (one: Shared): string => one.public_url ?? one.url

export const itemOf = (page: PageObjectResponse, now: number): FoundItem => ({
  id: page.id,
  title: titleOf(page),
  url: addressOf(page),
  version: versionOf(page.last_edited_time, now),
  detail: page,
})

/** Pages come a hundred at a time. @returns whether Notion gave all of them */
async function paged<T>(
  ask: (cursor: string | null) => Promise<{
    results: T[]
    has_more: boolean
    next_cursor: string | null
    request_status?: { type: string }
  }>,
  each: (one: T) => void,
): Promise<boolean> {
  let cursor: string | null = null
  let isWhole = true
  do {
    const page = await ask(cursor)
    for (const one of page.results) each(one)
    if (page.request_status?.type === 'incomplete') isWhole = false
    cursor = page.has_more ? page.next_cursor : null
  } while (cursor !== null)
  return isWhole
}

/** API calls of an access token, with classified failures; null for missing objects. */
export function notionCalls(apiUrl: string, pass: Pick<ProviderPass, 'withAccess'>) {
  const call = <T>(ask: (notion: Client) => Promise<T>): Promise<T> =>
    pass.withAccess((auth, signal) => asking(signal, () => ask(notionClient(apiUrl, { auth, signal, retries: true }))))
  const orNull = <T>(ask: (notion: Client) => Promise<T>): Promise<T | null> =>
    call(ask).catch((error: unknown) => {
      if (error instanceof ItemGone) return null
      throw error
    })
  return {
    search: (options: { cursor: string | null; query?: string; pageSize?: number }) =>
      call((notion) =>
        notion.search({
          ...(options.query ? { query: options.query } : {}),
          sort: { timestamp: 'last_edited_time', direction: 'descending' },
          page_size: options.pageSize ?? 100,
          ...(options.cursor ? { start_cursor: options.cursor } : {}),
        }),
      ),
    rows: (id: string, cursor: string | null) =>
      call((notion) =>
        notion.dataSources.query({ data_source_id: id, page_size: 100, ...(cursor ? { start_cursor: cursor } : {}) }),
      ),
    page: async (id: string): Promise<PageObjectResponse | null> => {
      const page = await orNull((notion) => notion.pages.retrieve({ page_id: id }))
      return page && isFullPage(page) && !page.in_trash ? page : null
    },
    parentOfBlock: async (id: string): Promise<Parent | null> => {
      const block = await orNull((notion) => notion.blocks.retrieve({ block_id: id }))
      return block && 'parent' in block ? block.parent : null
    },
  }
}
export type NotionCalls = ReturnType<typeof notionCalls>

/** Returns true when a page is below a selected item: follows its parents upward, with one request for each. */
function createScope(calls: NotionCalls, chosen: ReadonlySet<string> | null, shared: ReadonlyMap<string, Shared>) {
  const known = new Map<string, Promise<boolean>>()
  const isWithin = (id: string, parent: () => Promise<Parent | null>): Promise<boolean> => {
    if (chosen === null || chosen.has(id)) return Promise.resolve(true)
    const before = known.get(id)
    if (before) return before
    // A page that is its own parent, by mistake, is below nothing.
    known.set(id, Promise.resolve(false))
    const found = parent().then((one) => (one === null ? false : parentIsWithin(one)))
    known.set(id, found)
    return found
  }
  function parentIsWithin(parent: Parent): Promise<boolean> {
    if (parent.type === 'page_id') return idIsWithin(parent.page_id)
    if (parent.type === 'data_source_id') return idIsWithin(parent.data_source_id)
    if (parent.type === 'database_id') return idIsWithin(parent.database_id)
    if (parent.type === 'block_id') return isWithin(parent.block_id, () => calls.parentOfBlock(parent.block_id))
    return Promise.resolve(false)
  }
  const idIsWithin = (id: string): Promise<boolean> =>
    isWithin(id, async () => {
      const one = shared.get(id) ?? (await calls.page(id))
      return one && upward(one)
    })
  return (one: Shared): Promise<boolean> => isWithin(one.id, async () => upward(one))
}

const upward = (one: Shared): Parent => (one.object === 'data_source' ? one.database_parent : one.parent)

/**
 * Everything that is shared with us and was chosen. Notion's search is not promised to give all of it: rows are asked for
 * at their database, and what was known before and is missing is looked for by itself before it counts as gone.
 */
export async function* listPages(apiUrl: string, pass: ProviderPass): AsyncGenerator<Listed, ListingEnd> {
  const now = Date.now()
  const calls = notionCalls(apiUrl, pass)
  const shared = new Map<string, Shared>()
  let complete = await paged(
    (cursor) => calls.search({ cursor }),
    (one) => {
      if ((isFullPage(one) || isFullDataSource(one)) && !one.in_trash) shared.set(one.id, one)
    },
  )
  const isChosen = createScope(calls, pass.chosen && new Set(pass.chosen.map(({ id }) => id)), shared)
  const given = new Set<string>()
  const give = (item: FoundItem): FoundItem => {
    given.add(item.id)
    return item
  }

  for (const one of [...shared.values()]) {
    pass.signal.throwIfAborted()
    if (one.object !== 'data_source' || !(await isChosen(one))) continue
    const rows: PageObjectResponse[] = []
    const isWhole = await paged(
      (cursor) => calls.rows(one.id, cursor),
      (row) => {
        if (isFullPage(row) && !row.in_trash) rows.push(row)
      },
    )
    complete &&= isWhole
    for (const row of rows) if (!given.has(row.id)) yield give(itemOf(row, now))
    if (rows.length === 0)
      yield give({
        id: one.id,
        title: plainText(one.title).trim() || 'Untitled',
        url: addressOf(one),
        version: one.last_edited_time,
        skip: EMPTY_DATABASE,
      })
  }
  for (const one of [...shared.values()])
    if (one.object === 'page' && !given.has(one.id) && (await isChosen(one))) yield give(itemOf(one, now))

  for (const id of pass.knownIds()) {
    pass.signal.throwIfAborted()
    if (given.has(id) || shared.has(id)) continue
    const page = await calls.page(id)
    if (page && (await isChosen(page))) yield give(itemOf(page, now))
    else if (!complete) yield { goneId: id }
  }
  return { complete, cursor: null }
}
