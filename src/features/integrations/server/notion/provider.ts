import { isFullDataSource, isFullPage } from '@notionhq/client'
import type { Browsed } from '../../contract.ts'
import type { ProvidersConfig } from '../load-providers.ts'
import type { Provider } from '../provider.ts'
import { foundItemOf, listPages, notionCalls } from './list-pages.ts'
import { classifyFailures, notionClient } from './notion-client.ts'
import { notionOAuth } from './notion-oauth.ts'
import { readPage } from './read-page.ts'
import { plainText, titleOf } from './rich-text.ts'

/** The Notion provider: reads the pages that the user shared with the integration. */
export function createProvider({ notion: { apiUrl, client } }: ProvidersConfig): Provider {
  return {
    oauth: client && notionOAuth(apiUrl, client),
    missing: client ? [] : ['NOTION_CLIENT_ID', 'NOTION_CLIENT_SECRET'],
    checkToken: async (pastedToken, signal) => {
      const tokenUser = await classifyFailures(signal, () =>
        notionClient(apiUrl, { auth: pastedToken, signal, retries: false }).users.me({}),
      )
      const workspaceName =
        tokenUser.type === 'bot' && 'workspace_name' in tokenUser.bot ? tokenUser.bot.workspace_name : null
      return {
        credentials: { accessToken: pastedToken, refreshToken: null, expiresAt: null },
        accountName: workspaceName ?? tokenUser.name ?? 'Notion',
      }
    },
    // Rows are chosen with their database.
    browse: async ({ q, cursor }, withAccess) => {
      const searchResults = await notionCalls(apiUrl, { withAccess }).search({ query: q, cursor, pageSize: 50 })
      const browsedItems = searchResults.results.flatMap((searchResult): Browsed[] => {
        if (isFullDataSource(searchResult) && !searchResult.in_trash)
          return [
            {
              id: searchResult.id,
              title: plainText(searchResult.title),
              kind: 'database',
              url: searchResult.url,
              opens: false,
            },
          ]
        if (!isFullPage(searchResult) || searchResult.in_trash || searchResult.parent.type === 'data_source_id')
          return []
        return [
          { id: searchResult.id, title: titleOf(searchResult), kind: 'page', url: searchResult.url, opens: false },
        ]
      })
      return { items: browsedItems, next_cursor: searchResults.has_more ? searchResults.next_cursor : null }
    },
    list: (providerPass) => listPages(apiUrl, providerPass),
    find: async (pageId, providerPass) => {
      const notionPage = await notionCalls(apiUrl, providerPass).page(pageId)
      return notionPage && foundItemOf(notionPage, Date.now())
    },
    read: (foundItem, providerPass) => readPage(apiUrl, foundItem, providerPass),
  }
}
