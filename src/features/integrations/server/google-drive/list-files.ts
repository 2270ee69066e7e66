import { z } from 'zod'
import type { Chosen } from '../../contract.ts'
import type { Listed, ListingEnd, ProviderPass } from '../provider.ts'
import { type DriveCall, driveCalls, orNull, PageTokenOver } from './drive-client.ts'
import {
  type DriveFile,
  driveFile,
  EVERYWHERE,
  FILE_FIELDS,
  findFiles,
  getFile,
  isFolder,
  isMedia,
  itemOf,
  LISTED,
  quoted,
} from './drive-files.ts'

const PAGE = 1000
/** Folders asked about in one search. */
const FOLDERS_AT_ONCE = 20
const FOLDERS_MAX = 20_000
/** Feeds are followed so long; then everything is listed, should they have kept something back. */
const FOLLOWED_MS = 7 * 24 * 60 * 60_000

/** Page tokens of the change feeds: the account's own (''), and one per shared drive. */
const cursorSchema = z.object({ feeds: z.record(z.string(), z.string()), listedAt: z.number() })
type Cursor = z.output<typeof cursorSchema>

function readCursor(text: string | null): Cursor | null {
  if (text === null) return null
  try {
    const cursor = cursorSchema.parse(JSON.parse(text))
    return cursor.listedAt + FOLLOWED_MS > Date.now() ? cursor : null
  } catch {
    return null
  }
}

/** Selected items that still exist. */
const rootsOf = async (call: DriveCall, chosen: readonly Chosen[]): Promise<DriveFile[]> => {
  const roots: DriveFile[] = []
  for (const { id } of chosen) {
    const root = await orNull(getFile(call, id))
    if (root && !root.trashed) roots.push(root)
  }
  return roots
}

const startToken = async (call: DriveCall, driveId: string): Promise<string> => {
  const where = driveId === '' ? {} : { driveId }
  const { startPageToken } = await call((drive) =>
    drive.changes.getStartPageToken({ supportsAllDrives: true, ...where }),
  )
  return startPageToken ?? ''
}

/** Everything in and below what was chosen. */
async function* listAll(call: DriveCall, pass: ProviderPass): AsyncGenerator<Listed, ListingEnd> {
  const roots = await rootsOf(call, pass.chosen ?? [])
  // Read before listing, so that changes during the listing are in the feed.
  const feeds: Record<string, string> = {}
  for (const driveId of new Set(['', ...roots.flatMap(({ driveId }) => driveId ?? [])]))
    feeds[driveId] = await startToken(call, driveId)

  let complete = true
  let visited = 0
  const seen = new Set<string>()
  const give = (file: DriveFile): Listed[] => (isMedia(file) || file.trashed ? [] : [itemOf(file)])
  const folders: DriveFile[] = []
  for (const root of roots) {
    if (seen.has(root.id)) continue
    seen.add(root.id)
    if (isFolder(root)) folders.push(root)
    else yield* give(root)
  }
  while (folders.length > 0) {
    pass.signal.throwIfAborted()
    const driveId = folders[0]?.driveId ?? null
    const some = folders.filter((one) => one.driveId === driveId).slice(0, FOLDERS_AT_ONCE)
    for (const one of some) folders.splice(folders.indexOf(one), 1)
    const within = some.map(({ id }) => `${quoted(id)} in parents`).join(' or ')
    let pageToken: string | null = null
    do {
      const page = await findFiles(call, { q: `(${within}) and ${LISTED}`, driveId, pageToken, pageSize: PAGE })
      complete &&= page.isWhole
      for (const file of page.files) {
        if (seen.has(file.id)) continue
        seen.add(file.id)
        if (!isFolder(file)) yield* give(file)
        else if (++visited <= FOLDERS_MAX) folders.push(file)
        else complete = false
      }
      pageToken = page.nextPageToken
    } while (pageToken !== null)
  }
  const cursor: Cursor = { feeds, listedAt: Date.now() }
  return { complete, cursor: complete ? JSON.stringify(cursor) : null }
}

/** Returns true when a file is below a selected item: follows its parents upward, with one request for each. */
function createScope(call: DriveCall, chosen: ReadonlySet<string>) {
  const known = new Map<string, Promise<boolean>>()
  const isWithin = (id: string): Promise<boolean> => {
    if (chosen.has(id)) return Promise.resolve(true)
    const before = known.get(id)
    if (before) return before
    // A folder that is its own parent, by mistake, is below nothing.
    known.set(id, Promise.resolve(false))
    const found = orNull(getFile(call, id)).then((folder) =>
      folder === null || folder.trashed ? false : anyWithin(folder.parents),
    )
    known.set(id, found)
    return found
  }
  const anyWithin = async (parents: readonly string[]): Promise<boolean> => {
    for (const parent of parents) if (await isWithin(parent)) return true
    return false
  }
  return (file: DriveFile): Promise<boolean> => (chosen.has(file.id) ? Promise.resolve(true) : anyWithin(file.parents))
}

interface Change {
  id: string
  /** Null: it is gone, or no longer ours to see. */
  file: DriveFile | null
}

/** One feed to its end. Throws PageTokenOver. */
async function readFeed(call: DriveCall, driveId: string, from: string): Promise<{ changes: Change[]; next: string }> {
  const changes: Change[] = []
  let token = from
  for (;;) {
    const pageToken = token
    const page = await call((drive) =>
      drive.changes.list({
        ...EVERYWHERE,
        ...(driveId === '' ? {} : { driveId }),
        pageToken,
        pageSize: PAGE,
        includeRemoved: true,
        fields: `nextPageToken,newStartPageToken,changes(fileId,removed,changeType,file(${FILE_FIELDS}))`,
      }),
    )
    for (const { fileId, removed, changeType, file } of page.changes ?? [])
      if (fileId && changeType !== 'drive')
        changes.push({ id: fileId, file: removed || !file ? null : driveFile(file) })
    if (page.newStartPageToken) return { changes, next: page.newStartPageToken }
    if (!page.nextPageToken) throw new PageTokenOver('The change feed ended without a page token.')
    token = page.nextPageToken
  }
}

/** Returns the changes since the last run; null when a folder changed, since everything below it may have changed. */
async function followFeeds(
  call: DriveCall,
  pass: ProviderPass,
  cursor: Cursor,
): Promise<{ changes: Map<string, Change>; next: Cursor } | null> {
  const changes = new Map<string, Change>()
  const feeds: Record<string, string> = {}
  for (const [driveId, token] of Object.entries(cursor.feeds)) {
    const feed = await readFeed(call, driveId, token)
    feeds[driveId] = feed.next
    for (const change of feed.changes) {
      // A file that vanished may have been a folder.
      const isUnclear = change.file ? isFolder(change.file) : !pass.known(change.id)
      if (isUnclear) return null
      changes.set(change.id, change)
    }
  }
  return { changes, next: { ...cursor, feeds } }
}

/**
 * Lists the selected items with everything below them: from the change feeds since the last run, or completely when
 * there are none or a folder moved.
 */
export async function* listFiles(apiUrl: string, pass: ProviderPass): AsyncGenerator<Listed, ListingEnd> {
  const call = driveCalls(apiUrl, pass)
  const cursor = readCursor(pass.cursor)
  const news =
    cursor &&
    (await followFeeds(call, pass, cursor).catch((error: unknown) => {
      if (error instanceof PageTokenOver) return null
      throw error
    }))
  if (!news) return yield* listAll(call, pass)
  const isChosen = createScope(call, new Set((pass.chosen ?? []).map(({ id }) => id)))
  for (const { id, file } of news.changes.values()) {
    pass.signal.throwIfAborted()
    if (file && !file.trashed && !isMedia(file) && (await isChosen(file))) yield itemOf(file)
    else if (pass.known(id)) yield { goneId: id }
  }
  return { complete: false, cursor: JSON.stringify(news.next) }
}

/** One file as a listing gives it; null where it is gone or no longer below what was chosen. */
export async function findFile(
  apiUrl: string,
  id: string,
  pass: ProviderPass,
): Promise<ReturnType<typeof itemOf> | null> {
  const call = driveCalls(apiUrl, pass)
  const file = await orNull(getFile(call, id))
  if (!file || file.trashed || isFolder(file)) return null
  const isChosen = createScope(call, new Set((pass.chosen ?? []).map((one) => one.id)))
  return (await isChosen(file)) ? itemOf(file) : null
}
