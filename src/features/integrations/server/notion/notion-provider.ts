import type { NotionConfig } from '../../../../platform/config/index.ts'
import { ItemGone, type Provider } from '../provider.ts'
import { asking, notionClient } from './notion-client.ts'
import { notionOAuth } from './notion-oauth.ts'

/** Notion: what somebody shared with the integration there, page by page. */
export function notionProvider({ apiUrl, client }: NotionConfig): Provider {
  return {
    type: 'notion',
    name: 'Notion',
    oauth: client && notionOAuth(apiUrl, client),
    missing: client ? [] : ['NOTION_CLIENT_ID', 'NOTION_CLIENT_SECRET'],
    mustChoose: false,
    checkToken: async (token, signal) => {
      const me = await asking(signal, () => notionClient(apiUrl, { auth: token, signal, patient: false }).users.me({}))
      const name = me.type === 'bot' && 'workspace_name' in me.bot ? me.bot.workspace_name : null
      return {
        credentials: { accessToken: token, refreshToken: null, expiresAt: null },
        accountName: name ?? me.name ?? 'Notion',
      }
    },
    browse: async () => ({ items: [], next_cursor: null }),
    list: async function* () {
      yield* []
      return { complete: false, cursor: null }
    },
    find: async () => null,
    read: async () => {
      throw new ItemGone('It is not there.')
    },
  }
}
