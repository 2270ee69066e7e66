import { z } from 'zod'
import type { Chosen } from '../../contract.ts'
import type { ListedItem, ListingEnd, ProviderPass } from '../provider.ts'
import { type DriveCall, driveCalls, orNull, PageTokenExpired } from './drive-client.ts'
import {
  type DriveFile,
  EVERYWHERE,
  FILE_FIELDS,
  findFiles,
  foundItemOf,
  getFile,
  isFolder,
  isMedia,
  LISTED_FILES_QUERY,
  parseDriveFile,
  quoteForSearch,
} from './drive-files.ts'

const PAGE_SIZE = 1000
/** Folders asked about in one search. */
const FOLDERS_PER_SEARCH = 20
const FOLDERS_MAX = 20_000
/** Feeds are followed so long; then everything is listed, should they have kept something back. */
const FEED_LIFETIME_MS = 7 * 24 * 60 * 60_000

/** Page tokens of the change feeds: the account's own (''), and one per shared drive. */
const cursorSchema = z.object({ feeds: z.record(z.string(), z.string()), listedAt: z.number() })
type FeedCursor = z.output<typeof cursorSchema>

function readCursor(cursorText: string | null): FeedCursor | null {
  if (cursorText === null) return null
  try {
    const feedCursor = cursorSchema.parse(JSON.parse(cursorText))
    return feedCursor.listedAt + FEED_LIFETIME_MS > Date.now() ? feedCursor : null
  } catch {
    return null
  }
}

/** Selected items that still exist. */
const findRoots = async (driveCall: DriveCall, chosenItems: readonly Chosen[]): Promise<DriveFile[]> => {
  const rootFiles: DriveFile[] = []
  for (const { id } of chosenItems) {
    const rootFile = await orNull(getFile(driveCall, id))
    if (rootFile && !rootFile.trashed) rootFiles.push(rootFile)
  }
  return rootFiles
}

const readStartToken = async (driveCall: DriveCall, driveId: string): Promise<string> => {
  const driveScope = driveId === '' ? {} : { driveId }
  const { startPageToken } = await driveCall((drive) =>
    drive.changes.getStartPageToken({ supportsAllDrives: true, ...driveScope }),
  )
  return startPageToken ?? ''
}

/** Everything in and below what was chosen. */
async function* listAll(driveCall: DriveCall, providerPass: ProviderPass): AsyncGenerator<ListedItem, ListingEnd> {
  const rootFiles = await findRoots(driveCall, providerPass.chosen ?? [])
  // Read before listing, so that changes during the listing are in the feed.
  const startTokens: Record<string, string> = {}
  for (const driveId of new Set(['', ...rootFiles.flatMap(({ driveId }) => driveId ?? [])]))
    startTokens[driveId] = await readStartToken(driveCall, driveId)

  let isComplete = true
  let folderCount = 0
  const seenIds = new Set<string>()
  const listedItems = (listedFile: DriveFile): ListedItem[] =>
    isMedia(listedFile) || listedFile.trashed ? [] : [foundItemOf(listedFile)]
  const openFolders: DriveFile[] = []
  for (const rootFile of rootFiles) {
    if (seenIds.has(rootFile.id)) continue
    seenIds.add(rootFile.id)
    if (isFolder(rootFile)) openFolders.push(rootFile)
    else yield* listedItems(rootFile)
  }
  while (openFolders.length > 0) {
    providerPass.signal.throwIfAborted()
    const driveId = openFolders[0]?.driveId ?? null
    const searchedFolders = openFolders
      .filter((openFolder) => openFolder.driveId === driveId)
      .slice(0, FOLDERS_PER_SEARCH)
    for (const searchedFolder of searchedFolders) openFolders.splice(openFolders.indexOf(searchedFolder), 1)
    const parentsQuery = searchedFolders.map(({ id }) => `${quoteForSearch(id)} in parents`).join(' or ')
    let pageToken: string | null = null
    do {
      const filePage = await findFiles(driveCall, {
        q: `(${parentsQuery}) and ${LISTED_FILES_QUERY}`,
        driveId,
        pageToken,
        pageSize: PAGE_SIZE,
      })
      isComplete &&= filePage.isWhole
      for (const foundFile of filePage.files) {
        if (seenIds.has(foundFile.id)) continue
        seenIds.add(foundFile.id)
        if (!isFolder(foundFile)) yield* listedItems(foundFile)
        else if (++folderCount <= FOLDERS_MAX) openFolders.push(foundFile)
        else isComplete = false
      }
      pageToken = filePage.nextPageToken
    } while (pageToken !== null)
  }
  const feedCursor: FeedCursor = { feeds: startTokens, listedAt: Date.now() }
  return { complete: isComplete, cursor: isComplete ? JSON.stringify(feedCursor) : null }
}

/** Returns true when a file is below a selected item: follows its parents upward, with one request for each. */
function createScope(driveCall: DriveCall, chosenIds: ReadonlySet<string>) {
  const withinById = new Map<string, Promise<boolean>>()
  const isWithin = (folderId: string): Promise<boolean> => {
    if (chosenIds.has(folderId)) return Promise.resolve(true)
    const knownResult = withinById.get(folderId)
    if (knownResult) return knownResult
    // A folder that is its own parent, by mistake, is below nothing.
    withinById.set(folderId, Promise.resolve(false))
    const isFolderWithin = orNull(getFile(driveCall, folderId)).then((folder) =>
      folder === null || folder.trashed ? false : anyWithin(folder.parents),
    )
    withinById.set(folderId, isFolderWithin)
    return isFolderWithin
  }
  const anyWithin = async (parents: readonly string[]): Promise<boolean> => {
    for (const parent of parents) if (await isWithin(parent)) return true
    return false
  }
  return (driveFile: DriveFile): Promise<boolean> =>
    chosenIds.has(driveFile.id) ? Promise.resolve(true) : anyWithin(driveFile.parents)
}

interface FileChange {
  id: string
  /** Null: it is gone, or no longer ours to see. */
  file: DriveFile | null
}

/** One feed to its end. Throws PageTokenExpired. */
async function readFeed(
  driveCall: DriveCall,
  driveId: string,
  firstToken: string,
): Promise<{ changes: FileChange[]; next: string }> {
  const fileChanges: FileChange[] = []
  let nextToken = firstToken
  for (;;) {
    const pageToken = nextToken
    const changePage = await driveCall((drive) =>
      drive.changes.list({
        ...EVERYWHERE,
        ...(driveId === '' ? {} : { driveId }),
        pageToken,
        pageSize: PAGE_SIZE,
        includeRemoved: true,
        fields: `nextPageToken,newStartPageToken,changes(fileId,removed,changeType,file(${FILE_FIELDS}))`,
      }),
    )
    for (const { fileId, removed, changeType, file } of changePage.changes ?? [])
      if (fileId && changeType !== 'drive')
        fileChanges.push({ id: fileId, file: removed || !file ? null : parseDriveFile(file) })
    if (changePage.newStartPageToken) return { changes: fileChanges, next: changePage.newStartPageToken }
    if (!changePage.nextPageToken) throw new PageTokenExpired('The change feed ended without a page token.')
    nextToken = changePage.nextPageToken
  }
}

/** Returns the changes since the last run; null when a folder changed, since everything below it may have changed. */
async function followFeeds(
  driveCall: DriveCall,
  providerPass: ProviderPass,
  feedCursor: FeedCursor,
): Promise<{ changes: Map<string, FileChange>; next: FeedCursor } | null> {
  const changesById = new Map<string, FileChange>()
  const nextTokens: Record<string, string> = {}
  for (const [driveId, token] of Object.entries(feedCursor.feeds)) {
    const feedResult = await readFeed(driveCall, driveId, token)
    nextTokens[driveId] = feedResult.next
    for (const fileChange of feedResult.changes) {
      // A file that vanished may have been a folder.
      const isUnclear = fileChange.file ? isFolder(fileChange.file) : !providerPass.known(fileChange.id)
      if (isUnclear) return null
      changesById.set(fileChange.id, fileChange)
    }
  }
  return { changes: changesById, next: { ...feedCursor, feeds: nextTokens } }
}

/**
 * Lists the selected items with everything below them: from the change feeds since the last run, or completely when
 * there are none or a folder moved.
 */
export async function* listFiles(apiUrl: string, providerPass: ProviderPass): AsyncGenerator<ListedItem, ListingEnd> {
  const driveCall = driveCalls(apiUrl, providerPass)
  const feedCursor = readCursor(providerPass.cursor)
  const feedChanges =
    feedCursor &&
    (await followFeeds(driveCall, providerPass, feedCursor).catch((feedError: unknown) => {
      if (feedError instanceof PageTokenExpired) return null
      throw feedError
    }))
  if (!feedChanges) return yield* listAll(driveCall, providerPass)
  const isChosen = createScope(driveCall, new Set((providerPass.chosen ?? []).map(({ id }) => id)))
  for (const { id, file } of feedChanges.changes.values()) {
    providerPass.signal.throwIfAborted()
    if (file && !file.trashed && !isMedia(file) && (await isChosen(file))) yield foundItemOf(file)
    else if (providerPass.known(id)) yield { goneId: id }
  }
  return { complete: false, cursor: JSON.stringify(feedChanges.next) }
}

/** One file as a listing gives it; null where it is gone or no longer below what was chosen. */
export async function findFile(
  apiUrl: string,
  fileId: string,
  providerPass: ProviderPass,
): Promise<ReturnType<typeof foundItemOf> | null> {
  const driveCall = driveCalls(apiUrl, providerPass)
  const driveFile = await orNull(getFile(driveCall, fileId))
  if (!driveFile || driveFile.trashed || isFolder(driveFile)) return null
  const isChosen = createScope(driveCall, new Set((providerPass.chosen ?? []).map((chosenItem) => chosenItem.id)))
  return (await isChosen(driveFile)) ? foundItemOf(driveFile) : null
}
