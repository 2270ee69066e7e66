import { isFullDataSource, isFullPage } from '@notionhq/client'
import type { Browsed } from '../../contract.ts'
import type { ProvidersConfig } from '../load-providers.ts'
import type { Provider } from '../provider.ts'
import { itemOf, listPages, notionCalls } from './list-pages.ts'
import { asking, notionClient } from './notion-client.ts'
import { notionOAuth } from './notion-oauth.ts'
import { readPage } from './read-page.ts'
import { plainText, titleOf } from './rich-text.ts'

/** The Notion provider: reads the pages that the user shared with the integration. */
export function createProvider({ notion: { apiUrl, client } }: ProvidersConfig): Provider {
  return {
    oauth: client && notionOAuth(apiUrl, client),
    missing: client ? [] : ['NOTION_CLIENT_ID', 'NOTION_CLIENT_SECRET'],
    checkToken: async (token, signal) => {
      const me = await asking(signal, () => notionClient(apiUrl, { auth: token, signal, retries: false }).users.me({}))
      const workspace = me.type === 'bot' && 'workspace_name' in me.bot ? me.bot.workspace_name : null
      return {
        credentials: { accessToken: token, refreshToken: null, expiresAt: null },
        accountName: workspace ?? me.name ?? 'Notion',
      }
    },
    // Rows are chosen with their database.
    browse: async ({ q, cursor }, withAccess) => {
      const found = await notionCalls(apiUrl, { withAccess }).search({ query: q, cursor, pageSize: 50 })
      const items = found.results.flatMap((one): Browsed[] => {
        if (isFullDataSource(one) && !one.in_trash)
          return [{ id: one.id, title: plainText(one.title), kind: 'database', url: one.url, opens: false }]
        if (!isFullPage(one) || one.in_trash || one.parent.type === 'data_source_id') return []
        return [{ id: one.id, title: titleOf(one), kind: 'page', url: one.url, opens: false }]
      })
      return { items, next_cursor: found.has_more ? found.next_cursor : null }
    },
    list: (pass) => listPages(apiUrl, pass),
    find: async (id, pass) => {
      const page = await notionCalls(apiUrl, pass).page(id)
      return page && itemOf(page, Date.now())
    },
    read: (item, pass) => readPage(apiUrl, item, pass),
  }
}
