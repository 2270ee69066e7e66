// Notion as its clients meet it: OAuth with consent, one-time codes and rolling refresh tokens, and the API of version
// 2025-09-03 over HTTP, with its pages of results, its limits and its errors.
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  type Block,
  dataSourceObject,
  LONG_AGO,
  type NotionDataSource,
  type NotionPage,
  type NotionParent,
  now,
  pageObject,
  type StoredBlock,
  storeBlocks,
  titleProperty,
} from './notion-content.ts'
import { CLIENT, createNotionOAuth, error, type NotionAnswer, type NotionCall, ok } from './notion-oauth.ts'

const VERSION = '2025-09-03'
const WORKSPACE: NotionParent = { type: 'workspace', workspace: true }

const unauthorized = () => error(401, 'unauthorized', 'API token is invalid.')
const notFound = (id: string) => error(404, 'object_not_found', `Could not find the object with ID: ${id}.`)

export type NotionServer = Awaited<ReturnType<typeof startNotion>>

/** Starts an empty Notion workspace; `stop` ends it. `env` configures a server of ours for it. */
export async function startNotion() {
  const pages = new Map<string, NotionPage>()
  const sources = new Map<string, NotionDataSource>()
  const blocks = new Map<string, StoredBlock>()
  const { tokens, refreshTokens, counters, oauth, grant, consent, newCode } = createNotionOAuth()
  const calls: NotionCall[] = []
  const files = new Map<string, Uint8Array>()
  /** Authorization header of each download. */
  const fileTokens: (string | undefined)[] = []
  let watch: (call: NotionCall) => void = () => {}
  /** NotionAnswers that come in place of the real ones, first come, first served. */
  const failures: { matches: (call: NotionCall) => boolean; answer: NotionAnswer; times: number }[] = []

  /** A hundred at a time, or fewer where fewer are asked for. */
  function listOf(all: object[], options: Record<string, unknown>, type: string): NotionAnswer {
    const size = Math.min(100, Number(options.page_size ?? 100))
    const from = options.start_cursor ? Number(Buffer.from(String(options.start_cursor), 'base64url').toString()) : 0
    const next = from + size < all.length ? Buffer.from(String(from + size)).toString('base64url') : null
    return ok({
      object: 'list',
      results: all.slice(from, from + size),
      next_cursor: next,
      has_more: next !== null,
      type,
      [type]: {},
      request_id: randomUUID(),
    })
  }

  const shared = () => [
    ...[...pages.values()].filter(({ trashed, indexed }) => !trashed && indexed).map(pageObject),
    ...[...sources.values()].filter(({ trashed }) => !trashed).map(dataSourceObject),
  ]
  const titleIn = (one: ReturnType<typeof shared>[number]): string =>
    one.object === 'page' ? (pages.get(one.id)?.title ?? '') : (sources.get(one.id)?.title ?? '')

  function api(call: NotionCall, query: URLSearchParams): NotionAnswer {
    const { method, path, body } = call
    if (method === 'GET' && path === '/v1/users/me')
      return ok({
        object: 'user',
        id: randomUUID(),
        name: 'NotionAnswerloom',
        avatar_url: null,
        type: 'bot',
        bot: {
          owner: { type: 'workspace', workspace: true },
          workspace_id: randomUUID(),
          workspace_name: 'Woven Notes',
        },
      })
    if (method === 'POST' && path === '/v1/search') {
      const q = String(body.query ?? '').toLowerCase()
      const found = shared().filter((one) => titleIn(one).toLowerCase().includes(q))
      found.sort((left, right) => right.last_edited_time.localeCompare(left.last_edited_time))
      return listOf(found, body, 'page_or_data_source')
    }
    const [, kind = '', id = '', rest] = /^\/v1\/([a-z_]+)\/([0-9a-f-]+)(\/[a-z]+)?$/.exec(path) ?? []
    if (kind === 'data_sources' && rest === '/query' && method === 'POST') {
      if (!sources.has(id)) return notFound(id)
      const rows = [...pages.values()].filter(
        ({ parent, trashed }) => !trashed && parent.type === 'data_source_id' && parent.data_source_id === id,
      )
      return listOf(rows.map(pageObject), body, 'page_or_data_source')
    }
    if (kind === 'pages' && method === 'GET') {
      const page = pages.get(id)
      return page ? ok(pageObject(page)) : notFound(id)
    }
    if (kind === 'blocks' && rest === '/children' && method === 'GET') {
      const page = pages.get(id)
      const inside = page ? stored(page) : blocks.get(id)?.children
      if (!inside) return notFound(id)
      return listOf(
        inside.map(({ object }) => object),
        Object.fromEntries(query),
        'block',
      )
    }
    if (kind === 'blocks' && method === 'GET') {
      const block = blocks.get(id)
      return block ? ok(block.object) : notFound(id)
    }
    return error(400, 'invalid_request_url', 'Invalid request URL.')
  }

  const keptBlocks = new Map<string, { of: Block[]; stored: StoredBlock[] }>()
  /** The blocks of a page with ids that stay as long as the blocks do. */
  function stored(page: NotionPage): StoredBlock[] {
    const kept = keptBlocks.get(page.id)
    if (kept?.of === page.blocks) return kept.stored
    const fresh = storeBlocks(page.blocks, { type: 'page_id', page_id: page.id }, page.edited)
    keptBlocks.set(page.id, { of: page.blocks, stored: fresh })
    const register = (all: StoredBlock[]) => {
      for (const block of all) {
        blocks.set(block.id, block)
        register(block.children)
      }
    }
    register(fresh)
    return fresh
  }

  function answer(call: NotionCall, query: URLSearchParams, version: string | undefined): NotionAnswer {
    calls.push(call)
    watch(call)
    const failure = failures.find(({ matches, times }) => times > 0 && matches(call))
    if (failure) {
      failure.times--
      return failure.answer
    }
    if (call.path.startsWith('/v1/oauth/')) return oauth(call)
    if (version !== VERSION) return error(400, 'missing_version', 'Notion-Version header should be defined.')
    if (!tokens.has(call.authorization.replace(/^Bearer /, ''))) return unauthorized()
    return api(call, query)
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://notion.invalid')
    if (url.pathname === '/v1/oauth/authorize') return consent(url.searchParams, res)
    const sent = await text(req)
    const file = files.get(url.pathname)
    if (file) {
      fileTokens.push(req.headers.authorization)
      return void res.writeHead(200, { 'content-type': 'application/octet-stream' }).end(file)
    }
    const call = {
      method: req.method ?? 'GET',
      path: url.pathname,
      body: sent === '' ? {} : JSON.parse(sent),
      authorization: req.headers.authorization ?? '',
    }
    const { status, body, headers } = answer(
      call,
      url.searchParams,
      req.headers['notion-version'] as string | undefined,
    )
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

  const server = createServer((req, res) => {
    handle(req, res).catch(() => res.writeHead(500).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    /** Called for every request before it is answered. */
    set onCall(told: (call: NotionCall) => void) {
      watch = told
    },
    /** Tokens of a user who has signed in. */
    grant: () => grant().body as { access_token: string; refresh_token: string },
    knows: (token: string) => tokens.has(token),
    calls,
    fileTokens,
    /** Stores a file. @returns its address, which anyone may load, as a signed one */
    file: (bytes: Uint8Array): string => {
      const path = `/files/${randomUUID()}`
      files.set(path, bytes)
      return `${url}${path}?signature=1`
    },
    counters,
    env: { NOTION_CLIENT_ID: CLIENT.id, NOTION_CLIENT_SECRET: CLIENT.secret, NOTION_API_URL: url },
    /** A token that a user creates in the settings of Notion. */
    internalToken: (token = `ntn_${randomBytes(20).toString('hex')}`): string => {
      tokens.add(token)
      return token
    },
    /** A code as the consent screen gives one. */
    newCode,
    /** Revokes the access; with `renewable` only the access tokens. */
    revokeAll: ({ renewable = false } = {}) => {
      tokens.clear()
      if (!renewable) refreshTokens.clear()
    },
    page: (
      title: string,
      content: Block[],
      options: Partial<Omit<NotionPage, 'title' | 'blocks'>> = {},
    ): NotionPage => {
      const page: NotionPage = {
        id: randomUUID(),
        parent: WORKSPACE,
        properties: { title: titleProperty(title) },
        edited: LONG_AGO,
        trashed: false,
        publicUrl: null,
        indexed: true,
        title,
        blocks: content,
        ...options,
      }
      pages.set(page.id, page)
      stored(page)
      return page
    },
    database: (title: string, parent: NotionParent = WORKSPACE): NotionDataSource => {
      const source = { id: randomUUID(), databaseId: randomUUID(), title, parent, edited: LONG_AGO, trashed: false }
      sources.set(source.id, source)
      return source
    },
    row: (source: NotionDataSource): NotionParent => ({
      type: 'data_source_id',
      data_source_id: source.id,
      database_id: source.databaseId,
    }),
    edit: (page: NotionPage, content: Block[]) => {
      page.blocks = content
      page.edited = now()
      stored(page)
    },
    /** Stops sharing a page: the API then reports it as missing. */
    unshare: (page: NotionPage) => void pages.delete(page.id),
    /** NotionAnswers in place of the next so many that match. */
    failNext: (times: number, status: number, matches: (call: NotionCall) => boolean = () => true, headers = {}) => {
      const code = { 429: 'rate_limited', 500: 'internal_server_error', 503: 'service_unavailable' }[status]
      failures.push({ times, matches, answer: error(status, code ?? 'internal_server_error', 'No.', headers) })
    },
    recover: () => void failures.splice(0),
    /** Nothing is shared any more, and nothing fails. */
    clear: () => {
      failures.splice(0)
      pages.clear()
      sources.clear()
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
