// Google Drive as its client meets it: OAuth, and version 3 of the API over HTTP, with searches, pages, exports, shared
// drives, feeds of changes, and its errors.
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createDriveOAuth, DRIVE_CLIENT } from './drive-oauth.ts'
import { searchTest } from './drive-query.ts'

const GOOGLE = 'application/vnd.google-apps.'
export const DRIVE_KINDS = {
  folder: `${GOOGLE}folder`,
  document: `${GOOGLE}document`,
  spreadsheet: `${GOOGLE}spreadsheet`,
  presentation: `${GOOGLE}presentation`,
  shortcut: `${GOOGLE}shortcut`,
  pdf: 'application/pdf',
  text: 'text/plain',
  png: 'image/png',
  zip: 'application/zip',
} as const

export interface StoredFile {
  id: string
  name: string
  mimeType: string
  parents: string[]
  trashed: boolean
  sharedWithMe: boolean
  driveId: string | null
  modified: number
  /** Downloaded content, or the result of an export. */
  bytes: Uint8Array
  /** As Drive says it is, in bytes. */
  size: number | null
  /** Why Google does not give it out: a reason of its 403. */
  withheld: string | null
}

export interface DriveRequest {
  method: string
  path: string
  query: URLSearchParams
}
interface Failure {
  matches(request: DriveRequest): boolean
  status: number
  reason: string
  headers: Record<string, string>
  times: number
}

const newId = (): string => randomBytes(16).toString('base64url')
const DAY = 86_400_000
const FEED_PAGE = 2

export type DriveServer = Awaited<ReturnType<typeof startDrive>>

/** Starts an empty Drive; `stop` ends it. `env` configures a server of ours for it. */
export async function startDrive() {
  const files = new Map<string, StoredFile>()
  const drives = new Map<string, string>()
  /** Ids of changed files of the account and of each shared drive, oldest first. */
  const feed: { id: string; driveId: string | null }[] = []
  const calls: DriveRequest[] = []
  const failures: Failure[] = []
  const oauth = createDriveOAuth()
  const rootId = newId()
  let forgotten = 0
  let onCall: (request: DriveRequest) => void = () => {}

  const store = (file: Partial<StoredFile> & { name: string; mimeType: string }): StoredFile => {
    const bytes = file.bytes ?? new Uint8Array()
    const stored = {
      id: newId(),
      parents: [rootId],
      trashed: false,
      sharedWithMe: false,
      driveId: null,
      modified: Date.now() - DAY,
      withheld: null,
      bytes,
      size: file.mimeType.startsWith(GOOGLE) ? null : bytes.byteLength,
      ...file,
    }
    files.set(stored.id, stored)
    feed.push({ id: stored.id, driveId: stored.driveId })
    return stored
  }
  const root = () => store({ id: rootId, name: 'My Drive', mimeType: DRIVE_KINDS.folder, parents: [] })
  root()

  const shown = (file: StoredFile) => ({
    id: file.id,
    name: file.name,
    mimeType: file.mimeType,
    parents: file.parents,
    trashed: file.trashed,
    modifiedTime: new Date(file.modified).toISOString(),
    webViewLink: `https://docs.google.com/document/d/${file.id}/edit`,
    ...(file.driveId ? { driveId: file.driveId } : {}),
    ...(file.size === null
      ? {}
      : { size: String(file.size), md5Checksum: createHash('md5').update(file.bytes).digest('hex') }),
  })
  const fail = (res: ServerResponse, status: number, reason: string, headers: Record<string, string> = {}) =>
    void res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(
      JSON.stringify({
        error: { code: status, message: reason, errors: [{ domain: 'global', reason, message: reason }] },
      }),
    )
  const give = (res: ServerResponse, body: object) =>
    void res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const notFound = (res: ServerResponse) => fail(res, 404, 'notFound')

  function list(query: URLSearchParams, res: ServerResponse): unknown {
    const driveId = query.get('driveId')
    if (driveId && query.get('corpora') !== 'drive') return fail(res, 400, 'invalid')
    if (query.get('includeItemsFromAllDrives') !== 'true') return fail(res, 400, 'invalid')
    let test: ReturnType<typeof searchTest>
    try {
      test = searchTest(query.get('q') ?? '')
    } catch {
      return fail(res, 400, 'invalid')
    }
    // Without the drive's id, files in a shared drive are found only where the user has opened them.
    const found = [...files.values()].filter(
      (file) => (driveId ? file.driveId === driveId : !file.driveId) && test(file),
    )
    if (query.get('orderBy')?.startsWith('folder'))
      found.sort(
        (left, right) =>
          Number(right.mimeType === DRIVE_KINDS.folder) - Number(left.mimeType === DRIVE_KINDS.folder) ||
          left.name.localeCompare(right.name),
      )
    const size = Number(query.get('pageSize') ?? 100)
    const from = Number(query.get('pageToken') ?? 0)
    const more = from + size < found.length ? { nextPageToken: String(from + size) } : {}
    give(res, { ...more, incompleteSearch: false, files: found.slice(from, from + size).map(shown) })
  }

  function changes(query: URLSearchParams, res: ServerResponse): unknown {
    const driveId = query.get('driveId')
    const from = Number(query.get('pageToken'))
    if (!Number.isInteger(from) || from < forgotten) return fail(res, 410, 'gone')
    const own = feed
      .map((one, position) => ({ ...one, at: position }))
      .filter((one) => one.at >= from && one.driveId === driveId)
    const page = own.slice(0, FEED_PAGE)
    const next = own[FEED_PAGE]
    const told = page.map(({ id }) => {
      const file = files.get(id)
      return { changeType: 'file', fileId: id, removed: !file, ...(file ? { file: shown(file) } : {}) }
    })
    give(res, {
      changes: told,
      ...(next ? { nextPageToken: String(next.at) } : { newStartPageToken: String(feed.length) }),
    })
  }

  function one(id: string, exported: boolean, query: URLSearchParams, res: ServerResponse): unknown {
    const file = files.get(id === 'root' ? rootId : id)
    if (!file) return notFound(res)
    if (file.driveId && query.get('supportsAllDrives') !== 'true' && !exported) return notFound(res)
    const isGoogles = file.mimeType.startsWith(GOOGLE)
    if (!exported && query.get('alt') !== 'media') return give(res, shown(file))
    if (file.withheld) return fail(res, 403, file.withheld)
    if (exported !== isGoogles) return fail(res, 403, exported ? 'fileNotExportable' : 'fileNotDownloadable')
    res.writeHead(200, { 'content-type': query.get('mimeType') ?? file.mimeType }).end(file.bytes)
  }

  function api({ path, query }: DriveRequest, res: ServerResponse): unknown {
    const at = path.slice('/drive/v3'.length)
    if (at === '/about') return give(res, { user: { emailAddress: 'grace@woven.example', displayName: 'Grace' } })
    if (at === '/drives') return give(res, { drives: [...drives].map(([id, name]) => ({ id, name })) })
    if (at === '/files') return list(query, res)
    if (at === '/changes/startPageToken') return give(res, { startPageToken: String(feed.length) })
    if (at === '/changes') return changes(query, res)
    const [, id = '', exported] = /^\/files\/([\w-]+)(\/export)?$/.exec(at) ?? []
    return id === '' ? notFound(res) : one(id, exported !== undefined, query, res)
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<unknown> {
    const url = new URL(req.url ?? '/', 'http://drive.invalid')
    const request = { method: req.method ?? 'GET', path: url.pathname, query: url.searchParams }
    calls.push(request)
    onCall(request)
    const failure = failures.find(({ matches, times }) => times > 0 && matches(request))
    if (failure) {
      failure.times--
      return fail(res, failure.status, failure.reason, failure.headers)
    }
    if (url.pathname === '/o/oauth2/v2/auth') return oauth.consent(url.searchParams, res)
    if (url.pathname === '/token') return oauth.token(new URLSearchParams(await text(req)), res)
    if (url.pathname === '/revoke') return oauth.revoke(new URLSearchParams(await text(req)), res)
    const token = (req.headers.authorization ?? '').replace(/^Bearer /, '')
    if (!oauth.access.has(token)) return fail(res, 401, 'authError')
    return api(request, res)
  }

  const server = createServer((req, res) => {
    handle(req, res).catch(() => res.writeHead(500).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const changed = (file: StoredFile) => void feed.push({ id: file.id, driveId: file.driveId })

  return {
    url,
    rootId,
    calls,
    counters: oauth.counters,
    newCode: oauth.newCode,
    grant: oauth.grant,
    env: { GOOGLE_CLIENT_ID: DRIVE_CLIENT.id, GOOGLE_CLIENT_SECRET: DRIVE_CLIENT.secret, GOOGLE_API_URL: url },
    /** Called with each request as it comes. */
    set onCall(given: (request: DriveRequest) => void) {
      onCall = given
    },
    folder: (name: string, options: Partial<StoredFile> = {}) =>
      store({ name, mimeType: DRIVE_KINDS.folder, ...options }),
    file: store,
    /** A shared drive; its id is that of its root folder, too. */
    sharedDrive: (name: string): StoredFile => {
      const id = newId()
      drives.set(id, name)
      return store({ id, name, mimeType: DRIVE_KINDS.folder, parents: [], driveId: id })
    },
    change: (file: StoredFile, changes: Partial<StoredFile>) => {
      Object.assign(file, { modified: Date.now(), ...changes })
      if (changes.bytes && file.size !== null) file.size = changes.bytes.byteLength
      changed(file)
    },
    /** Deletes a file for good, or stops sharing it. */
    remove: (file: StoredFile) => {
      files.delete(file.id)
      changed(file)
    },
    /** Google no longer knows where feeds were read up to. */
    forgetFeeds: () => {
      forgotten = feed.push({ id: rootId, driveId: null })
    },
    /** Revokes the access; with `renewable` only the access tokens. */
    revokeAll: ({ renewable = false } = {}) => {
      oauth.access.clear()
      if (!renewable) oauth.refresh.clear()
    },
    failNext: (
      times: number,
      status: number,
      reason: string,
      matches: (request: DriveRequest) => boolean = () => true,
      headers: Record<string, string> = {},
    ) => void failures.push({ times, status, reason, matches, headers }),
    recover: () => void failures.splice(0),
    /** Removes all files and revokes all access. */
    clear: () => {
      files.clear()
      drives.clear()
      oauth.access.clear()
      oauth.refresh.clear()
      failures.splice(0)
      root()
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
