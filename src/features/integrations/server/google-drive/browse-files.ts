import type { Browsed } from '../../contract.ts'
import type { WithAccess } from '../provider.ts'
import { type DriveCall, driveCalls } from './drive-client.ts'
import { type DriveFile, findFiles, getFile, isFolder, LISTED_FILES_QUERY, quoteForSearch } from './drive-files.ts'
import { pickerKindOf } from './drive-kinds.ts'

const PAGE_SIZE = 100
const DRIVES_MAX = 100

/** Pagination token: the shared drive and Google's own token. */
const joinCursor = (driveId: string | null, pageToken: string | null): string | null =>
  pageToken === null ? null : `${driveId ?? ''}|${pageToken}`
function splitCursor(cursor: string): { driveId: string | null; pageToken: string } {
  const [driveId = '', ...tokenParts] = cursor.split('|')
  return { driveId: driveId || null, pageToken: tokenParts.join('|') }
}

const toBrowsed = (driveFile: DriveFile): Browsed => ({
  id: driveFile.id,
  title: driveFile.name.slice(0, 500),
  kind: pickerKindOf(driveFile.mimeType),
  url: driveFile.url,
  opens: isFolder(driveFile),
})

/** The person's own drive, then the shared drives they are in. */
async function listDrives(driveCall: DriveCall): Promise<Browsed[]> {
  const ownDrive = await getFile(driveCall, 'root')
  const sharedDrives = await driveCall((drive) =>
    drive.drives.list({ pageSize: DRIVES_MAX, fields: 'drives(id,name)' }),
  )
  const namedDrives = (sharedDrives.drives ?? []).flatMap(({ id, name }) =>
    id ? [{ id, title: name || 'Shared drive' }] : [],
  )
  return [...(ownDrive ? [{ id: ownDrive.id, title: 'My Drive' }] : []), ...namedDrives].map((foundDrive) => ({
    ...foundDrive,
    kind: 'drive',
    url: null,
    opens: true,
  }))
}

/**
 * A level of Drive: at the top the drives, then what others shared; below that a folder's folders and files. Or what a
 * search by name finds, everywhere.
 */
export async function browseDrive(
  apiUrl: string,
  { parent, q, cursor }: { parent: string | null; q: string; cursor: string | null },
  withAccess: WithAccess,
): Promise<{ items: Browsed[]; next_cursor: string | null }> {
  const driveCall = driveCalls(apiUrl, { withAccess })
  const previousPage = cursor === null ? null : splitCursor(cursor)
  const browsePage = async (driveId: string | null, searchQuery: string) => {
    const foundFiles = await findFiles(driveCall, {
      q: `${searchQuery} and ${LISTED_FILES_QUERY}`,
      driveId,
      pageToken: previousPage?.pageToken ?? null,
      pageSize: PAGE_SIZE,
      orderBy: 'folder,name_natural',
    })
    return { items: foundFiles.files.map(toBrowsed), next_cursor: joinCursor(driveId, foundFiles.nextPageToken) }
  }
  if (q !== '') return browsePage(null, `name contains ${quoteForSearch(q)}`)
  if (parent === null) {
    const sharedPage = await browsePage(null, 'sharedWithMe = true')
    return previousPage ? sharedPage : { ...sharedPage, items: [...(await listDrives(driveCall)), ...sharedPage.items] }
  }
  const driveId = previousPage ? previousPage.driveId : ((await getFile(driveCall, parent))?.driveId ?? null)
  return browsePage(driveId, `${quoteForSearch(parent)} in parents`)
}
