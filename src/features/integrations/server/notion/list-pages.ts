import {
  type Client,
  type DataSourceObjectResponse,
  isFullDataSource,
  isFullPage,
  type PageObjectResponse,
} from '@notionhq/client'
import { type FoundItem, ItemGone, type ListedItem, type ListingEnd, type ProviderPass } from '../provider.ts'
import { classifyFailures, notionClient } from './notion-client.ts'
import { plainText, titleOf } from './rich-text.ts'

type SharedObject = PageObjectResponse | DataSourceObjectResponse
type ObjectParent = PageObjectResponse['parent'] | DataSourceObjectResponse['database_parent']

/**
 * Notion's edit times are precise to the minute: a page edited within the last two minutes may change again without a
 * new time. Such a version is never treated as unchanged, so the next run reads the page again.
 */
const SETTLED_MS = 120_000
const EMPTY_DATABASE_REASON = 'This database is empty.'

const editVersion = (editedAt: string, currentTimeMs: number): string =>
  Date.parse(editedAt) + SETTLED_MS > currentTimeMs ? `${editedAt} at ${currentTimeMs}` : editedAt

/** The page as visitors can open it, where it is published. */
const sharedAddress = (sharedObject: SharedObject): string => sharedObject.public_url ?? sharedObject.url

export const foundItemOf = (notionPage: PageObjectResponse, currentTimeMs: number): FoundItem => ({
  id: notionPage.id,
  title: titleOf(notionPage),
  url: sharedAddress(notionPage),
  version: editVersion(notionPage.last_edited_time, currentTimeMs),
  detail: notionPage,
})

/** Pages come a hundred at a time. @returns whether Notion gave all of them */
async function forEachResult<T>(
  requestPage: (cursor: string | null) => Promise<{
    results: T[]
    has_more: boolean
    next_cursor: string | null
    request_status?: { type: string }
  }>,
  handleResult: (one: T) => void,
): Promise<boolean> {
  let cursor: string | null = null
  let isWhole = true
  do {
    const resultPage = await requestPage(cursor)
    for (const pageResult of resultPage.results) handleResult(pageResult)
    if (resultPage.request_status?.type === 'incomplete') isWhole = false
    cursor = resultPage.has_more ? resultPage.next_cursor : null
  } while (cursor !== null)
  return isWhole
}

/** API calls of an access token, with classified failures; null for missing objects. */
export function notionCalls(apiUrl: string, providerPass: Pick<ProviderPass, 'withAccess'>) {
  const callNotion = <T>(requestNotion: (notion: Client) => Promise<T>): Promise<T> =>
    providerPass.withAccess((auth, signal) =>
      classifyFailures(signal, () => requestNotion(notionClient(apiUrl, { auth, signal, retries: true }))),
    )
  const callOrNull = <T>(requestNotion: (notion: Client) => Promise<T>): Promise<T | null> =>
    callNotion(requestNotion).catch((callError: unknown) => {
      if (callError instanceof ItemGone) return null
      throw callError
    })
  return {
    search: (searchOptions: { cursor: string | null; query?: string; pageSize?: number }) =>
      callNotion((notion) =>
        notion.search({
          ...(searchOptions.query ? { query: searchOptions.query } : {}),
          sort: { timestamp: 'last_edited_time', direction: 'descending' },
          page_size: searchOptions.pageSize ?? 100,
          ...(searchOptions.cursor ? { start_cursor: searchOptions.cursor } : {}),
        }),
      ),
    rows: (dataSourceId: string, rowCursor: string | null) =>
      callNotion((notion) =>
        notion.dataSources.query({
          data_source_id: dataSourceId,
          page_size: 100,
          ...(rowCursor ? { start_cursor: rowCursor } : {}),
        }),
      ),
    page: async (pageId: string): Promise<PageObjectResponse | null> => {
      const retrievedPage = await callOrNull((notion) => notion.pages.retrieve({ page_id: pageId }))
      return retrievedPage && isFullPage(retrievedPage) && !retrievedPage.in_trash ? retrievedPage : null
    },
    parentOfBlock: async (blockId: string): Promise<ObjectParent | null> => {
      const block = await callOrNull((notion) => notion.blocks.retrieve({ block_id: blockId }))
      return block && 'parent' in block ? block.parent : null
    },
  }
}
export type NotionCalls = ReturnType<typeof notionCalls>

/** Returns true when a page is below a selected item: follows its parents upward, with one request for each. */
function createScope(
  notionCalls: NotionCalls,
  chosenIds: ReadonlySet<string> | null,
  sharedById: ReadonlyMap<string, SharedObject>,
) {
  const withinById = new Map<string, Promise<boolean>>()
  const isWithin = (objectId: string, findParent: () => Promise<ObjectParent | null>): Promise<boolean> => {
    if (chosenIds === null || chosenIds.has(objectId)) return Promise.resolve(true)
    const knownResult = withinById.get(objectId)
    if (knownResult) return knownResult
    // A page that is its own parent, by mistake, is below nothing.
    withinById.set(objectId, Promise.resolve(false))
    const isObjectWithin = findParent().then((objectParent) =>
      objectParent === null ? false : parentIsWithin(objectParent),
    )
    withinById.set(objectId, isObjectWithin)
    return isObjectWithin
  }
  function parentIsWithin(objectParent: ObjectParent): Promise<boolean> {
    if (objectParent.type === 'page_id') return idIsWithin(objectParent.page_id)
    if (objectParent.type === 'data_source_id') return idIsWithin(objectParent.data_source_id)
    if (objectParent.type === 'database_id') return idIsWithin(objectParent.database_id)
    if (objectParent.type === 'block_id')
      return isWithin(objectParent.block_id, () => notionCalls.parentOfBlock(objectParent.block_id))
    return Promise.resolve(false)
  }
  const idIsWithin = (objectId: string): Promise<boolean> =>
    isWithin(objectId, async () => {
      const sharedObject = sharedById.get(objectId) ?? (await notionCalls.page(objectId))
      return sharedObject && parentOf(sharedObject)
    })
  return (sharedObject: SharedObject): Promise<boolean> => isWithin(sharedObject.id, async () => parentOf(sharedObject))
}

const parentOf = (sharedObject: SharedObject): ObjectParent =>
  sharedObject.object === 'data_source' ? sharedObject.database_parent : sharedObject.parent

/**
 * Everything that is shared with us and was chosen. Notion's search is not promised to give all of it: rows are asked for
 * at their database, and what was known before and is missing is looked for by itself before it counts as gone.
 */
export async function* listPages(apiUrl: string, providerPass: ProviderPass): AsyncGenerator<ListedItem, ListingEnd> {
  const currentTimeMs = Date.now()
  const calls = notionCalls(apiUrl, providerPass)
  const sharedById = new Map<string, SharedObject>()
  let isComplete = await forEachResult(
    (cursor) => calls.search({ cursor }),
    (searchResult) => {
      if ((isFullPage(searchResult) || isFullDataSource(searchResult)) && !searchResult.in_trash)
        sharedById.set(searchResult.id, searchResult)
    },
  )
  const isChosen = createScope(
    calls,
    providerPass.chosen && new Set(providerPass.chosen.map(({ id }) => id)),
    sharedById,
  )
  const givenIds = new Set<string>()
  const markGiven = (foundItem: FoundItem): FoundItem => {
    givenIds.add(foundItem.id)
    return foundItem
  }

  for (const sharedObject of [...sharedById.values()]) {
    providerPass.signal.throwIfAborted()
    if (sharedObject.object !== 'data_source' || !(await isChosen(sharedObject))) continue
    const databaseRows: PageObjectResponse[] = []
    const isWhole = await forEachResult(
      (cursor) => calls.rows(sharedObject.id, cursor),
      (queryResult) => {
        if (isFullPage(queryResult) && !queryResult.in_trash) databaseRows.push(queryResult)
      },
    )
    isComplete &&= isWhole
    for (const databaseRow of databaseRows)
      if (!givenIds.has(databaseRow.id)) yield markGiven(foundItemOf(databaseRow, currentTimeMs))
    if (databaseRows.length === 0)
      yield markGiven({
        id: sharedObject.id,
        title: plainText(sharedObject.title).trim() || 'Untitled',
        url: sharedAddress(sharedObject),
        version: sharedObject.last_edited_time,
        skip: EMPTY_DATABASE_REASON,
      })
  }
  for (const sharedObject of [...sharedById.values()])
    if (sharedObject.object === 'page' && !givenIds.has(sharedObject.id) && (await isChosen(sharedObject)))
      yield markGiven(foundItemOf(sharedObject, currentTimeMs))

  for (const knownId of providerPass.knownIds()) {
    providerPass.signal.throwIfAborted()
    if (givenIds.has(knownId) || sharedById.has(knownId)) continue
    const knownPage = await calls.page(knownId)
    if (knownPage && (await isChosen(knownPage))) yield markGiven(foundItemOf(knownPage, currentTimeMs))
    else if (!isComplete) yield { goneId: knownId }
  }
  return { complete: isComplete, cursor: null }
}
