import type { Browsed } from '../../contract.ts'
import type { WithAccess } from '../provider.ts'
import { type DriveCall, driveCalls } from './drive-client.ts'
import { type DriveFile, findFiles, getFile, isFolder, LISTED, quoted } from './drive-files.ts'
import { kindOf } from './drive-kinds.ts'

const PAGE = 100
const DRIVES_MAX = 100

/** Pagination token: the shared drive and Google's own token. */
const joinCursor = (driveId: string | null, token: string | null): string | null =>
  token === null ? null : `${driveId ?? ''}|${token}`
function splitCursor(cursor: string): { driveId: string | null; pageToken: string } {
  const [driveId = '', ...token] = cursor.split('|')
  return { driveId: driveId || null, pageToken: token.join('|') }
}

const browsed = (file: DriveFile): Browsed => ({
  id: file.id,
  title: file.name.slice(0, 500),
  kind: kindOf(file.mimeType),
  url: file.url,
  opens: isFolder(file),
})

/** The person's own drive, then the shared drives they are in. */
async function drives(call: DriveCall): Promise<Browsed[]> {
  const own = await getFile(call, 'root')
  const shared = await call((drive) => drive.drives.list({ pageSize: DRIVES_MAX, fields: 'drives(id,name)' }))
  const found = (shared.drives ?? []).flatMap(({ id, name }) => (id ? [{ id, title: name || 'Shared drive' }] : []))
  return [...(own ? [{ id: own.id, title: 'My Drive' }] : []), ...found].map((one) => ({
    ...one,
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
  const call = driveCalls(apiUrl, { withAccess })
  const before = cursor === null ? null : splitCursor(cursor)
  const page = async (driveId: string | null, query: string) => {
    const found = await findFiles(call, {
      q: `${query} and ${LISTED}`,
      driveId,
      pageToken: before?.pageToken ?? null,
      pageSize: PAGE,
      orderBy: 'folder,name_natural',
    })
    return { items: found.files.map(browsed), next_cursor: joinCursor(driveId, found.nextPageToken) }
  }
  if (q !== '') return page(null, `name contains ${quoted(q)}`)
  if (parent === null) {
    const shared = await page(null, 'sharedWithMe = true')
    return before ? shared : { ...shared, items: [...(await drives(call)), ...shared.items] }
  }
  const driveId = before ? before.driveId : ((await getFile(call, parent))?.driveId ?? null)
  return page(driveId, `${quoted(parent)} in parents`)
}
