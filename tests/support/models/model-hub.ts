// A hub of models over HTTP: its API of repositories and trees, and its addresses of files. Large files are in a store of
// their own, to which the hub redirects.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const COMMIT = 'f3b1c2d4e5f60718293a4b5c6d7e8f9001122334'
/** Entries on a page of the tree; the real one has 1,000. */
const PAGE = 3
/** Larger files are in the store. */
const LARGE_BYTES = 1000

interface HubOptions {
  /** Language on the model's card. */
  language?: string | string[]
}

export interface ModelHub {
  url: string
  /** The store's requests, with the range that they ask for. */
  downloads: { path: string; range: string | null }[]
  /** Lets the store break the connection of its next response after this many bytes of the body. */
  cutAfter(bytes: number): void
  /** Lets the store ignore ranges. */
  ignoreRanges(): void
  /** Replaces a file in the store only: what the tree states of it remains. */
  tamper(path: string, content: Buffer): void
  close(): Promise<void>
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const gitSha1 = (content: Buffer) => createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Serves these repositories, by `owner/name`. */
export async function startModelHub(
  repositories: Record<string, Map<string, Buffer>>,
  options: HubOptions = {},
): Promise<ModelHub> {
  const downloads: ModelHub['downloads'] = []
  const tampered = new Map<string, Buffer>()
  let cut: number | null = null
  let hasRanges = true

  const store = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://store').pathname.slice(1))
    const [owner, name, ...rest] = path.split('/')
    const content = tampered.get(rest.join('/')) ?? repositories[`${owner}/${name}`]?.get(rest.join('/'))
    const range = request.headers.range ?? null
    downloads.push({ path: rest.join('/'), range })
    if (!content) return void response.writeHead(403).end()
    const from = hasRanges && range ? Number(/^bytes=(\d+)-$/.exec(range)?.[1]) : 0
    const body = content.subarray(from)
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': body.length,
      etag: `"${sha256(content)}"`,
      ...(from > 0 ? { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` } : {}),
    })
    if (cut === null) return void response.end(body)
    response.write(body.subarray(0, cut), () => response.destroy())
    cut = null
  })

  const hub = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://hub')
    const api = /^\/api\/models\/([^/]+\/[^/]+)\/(revision|tree)\/([^/]+)$/.exec(url.pathname)
    if (api) return answerApi(request, response, api.slice(1) as [string, string, string])
    const [, repository, commit, path] = /^\/([^/]+\/[^/]+)\/resolve\/([^/]+)\/(.+)$/.exec(url.pathname) ?? []
    const content = repositories[repository ?? '']?.get(path ?? '')
    if (!content || commit !== COMMIT) return notFound(response, 'EntryNotFound', 404)
    if (content.length <= LARGE_BYTES)
      return void response
        .writeHead(200, { 'x-repo-commit': COMMIT, etag: `"${gitSha1(content)}"`, 'content-length': content.length })
        .end(content)
    response
      .writeHead(302, {
        location: `${storeUrl}/${repository}/${path}?signature=abc`,
        'x-repo-commit': COMMIT,
        'x-linked-etag': `"${sha256(content)}"`,
        'x-linked-size': content.length,
      })
      .end()
  })

  function answerApi(request: IncomingMessage, response: ServerResponse, [name, kind]: [string, string, string]) {
    const files = repositories[name]
    // Without an account the hub does not say whether a repository exists.
    if (!files) return notFound(response, 'RepoNotFound', 401)
    const json = (body: unknown, headers: Record<string, string> = {}) =>
      response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    if (kind === 'revision')
      return json({
        id: name,
        sha: COMMIT,
        private: false,
        cardData: options.language ? { language: options.language } : {},
      })
    const folders = [
      ...new Set([...files.keys()].filter((path) => path.includes('/')).map((path) => path.split('/')[0]!)),
    ]
    const entries = [
      ...folders.map((path) => ({ type: 'directory', oid: '0'.repeat(40), size: 0, path })),
      ...[...files].map(([path, content]) => ({
        type: 'file',
        oid: gitSha1(content),
        size: content.length,
        path,
        ...(content.length > LARGE_BYTES
          ? { lfs: { oid: sha256(content), size: content.length, pointerSize: 134 }, xetHash: '0'.repeat(64) }
          : {}),
      })),
    ]
    const cursor = Number(new URL(request.url ?? '/', 'http://hub').searchParams.get('cursor') ?? 0)
    const next = `${hubUrl}/api/models/${name}/tree/${COMMIT}?recursive=true&cursor=${cursor + PAGE}`
    json(entries.slice(cursor, cursor + PAGE), cursor + PAGE < entries.length ? { link: `<${next}>; rel="next"` } : {})
  }

  const notFound = (response: ServerResponse, code: string, status: number) =>
    void response.writeHead(status, { 'x-error-code': code }).end(JSON.stringify({ error: 'Repository not found' }))

  const [hubUrl, storeUrl] = [await listen(hub), await listen(store)]
  return {
    url: hubUrl,
    downloads,
    cutAfter: (bytes) => {
      cut = bytes
    },
    ignoreRanges: () => {
      hasRanges = false
    },
    tamper: (path, content) => void tampered.set(path, content),
    async close() {
      for (const server of [hub, store]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
}
