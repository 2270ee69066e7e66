import type { drive_v3 } from '@googleapis/drive'
import type { FoundItem } from '../provider.ts'
import type { DriveCall } from './drive-client.ts'
import { FOLDER, MEDIA, skipReason } from './drive-kinds.ts'

/** A file or folder, as far as we ask for it. */
export interface DriveFile {
  id: string
  name: string
  mimeType: string
  parents: string[]
  trashed: boolean
  /** In bytes; undefined for Google's own kinds. */
  size: number | undefined
  url: string | null
  version: string
  /** The shared drive it is in. */
  driveId: string | null
}

export const FILE_FIELDS = 'id,name,mimeType,parents,trashed,size,md5Checksum,modifiedTime,webViewLink,driveId'
export const EVERYWHERE = { supportsAllDrives: true, includeItemsFromAllDrives: true } as const

/** A new name is a new version, too: it is part of what is found. */
const versionOf = ({ modifiedTime, md5Checksum, name }: drive_v3.Schema$File): string =>
  [modifiedTime ?? '', md5Checksum ?? '', name ?? ''].join(' ').trim().slice(0, 500)

export function driveFile(file: drive_v3.Schema$File): DriveFile | null {
  const { id, mimeType } = file
  if (!id || !mimeType) return null
  return {
    id,
    mimeType,
    name: file.name?.trim() || 'Untitled',
    parents: file.parents ?? [],
    trashed: file.trashed ?? false,
    size: file.size ? Number(file.size) : undefined,
    url: file.webViewLink ?? null,
    version: versionOf(file),
    driveId: file.driveId ?? null,
  }
}

export const isFolder = ({ mimeType }: Pick<DriveFile, 'mimeType'>): boolean => mimeType === FOLDER
export const isMedia = ({ mimeType }: Pick<DriveFile, 'mimeType'>): boolean =>
  MEDIA.some((kind) => mimeType.startsWith(kind))

export function itemOf(file: DriveFile): FoundItem {
  const skip = skipReason(file.mimeType, file.size)
  return {
    id: file.id,
    title: file.name,
    url: file.url,
    version: file.version,
    ...(skip === undefined ? {} : { skip }),
    detail: file.mimeType,
  }
}

/** In the language of Drive's searches. */
export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const NO_MEDIA = MEDIA.map((kind) => `not mimeType contains ${quoted(kind)}`).join(' and ')
export const LISTED = `trashed = false and ${NO_MEDIA}`

export interface FilePage {
  files: DriveFile[]
  nextPageToken: string | null
  /** False where Google says that it did not look everywhere. */
  isWhole: boolean
}

/** Returns one page of search results, in the shared drive `driveId` or everywhere the account has access. */
export async function findFiles(
  call: DriveCall,
  options: { q: string; driveId: string | null; pageToken: string | null; pageSize: number; orderBy?: string },
): Promise<FilePage> {
  const found = await call((drive) =>
    drive.files.list({
      ...EVERYWHERE,
      ...(options.driveId ? { corpora: 'drive', driveId: options.driveId } : {}),
      ...(options.pageToken ? { pageToken: options.pageToken } : {}),
      ...(options.orderBy ? { orderBy: options.orderBy } : {}),
      q: options.q,
      pageSize: options.pageSize,
      fields: `nextPageToken,incompleteSearch,files(${FILE_FIELDS})`,
    }),
  )
  return {
    files: (found.files ?? []).flatMap((file) => driveFile(file) ?? []),
    nextPageToken: found.nextPageToken ?? null,
    isWhole: found.incompleteSearch !== true,
  }
}

/** Throws ItemGone. */
export const getFile = async (call: DriveCall, id: string): Promise<DriveFile | null> =>
  driveFile(await call((drive) => drive.files.get({ fileId: id, supportsAllDrives: true, fields: FILE_FIELDS })))
