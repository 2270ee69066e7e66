import type { drive_v3 } from '@googleapis/drive'
import type { FoundItem } from '../provider.ts'
import type { DriveCall } from './drive-client.ts'
import { FOLDER_MIME_TYPE, MEDIA_TYPE_PREFIXES, skipReason } from './drive-kinds.ts'

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
const fileVersion = ({ modifiedTime, md5Checksum, name }: drive_v3.Schema$File): string =>
  [modifiedTime ?? '', md5Checksum ?? '', name ?? ''].join(' ').trim().slice(0, 500)

export function parseDriveFile(fileResource: drive_v3.Schema$File): DriveFile | null {
  const { id, mimeType } = fileResource
  if (!id || !mimeType) return null
  return {
    id,
    mimeType,
    name: fileResource.name?.trim() || 'Untitled',
    parents: fileResource.parents ?? [],
    trashed: fileResource.trashed ?? false,
    size: fileResource.size ? Number(fileResource.size) : undefined,
    url: fileResource.webViewLink ?? null,
    version: fileVersion(fileResource),
    driveId: fileResource.driveId ?? null,
  }
}

export const isFolder = ({ mimeType }: Pick<DriveFile, 'mimeType'>): boolean => mimeType === FOLDER_MIME_TYPE
export const isMedia = ({ mimeType }: Pick<DriveFile, 'mimeType'>): boolean =>
  MEDIA_TYPE_PREFIXES.some((mediaPrefix) => mimeType.startsWith(mediaPrefix))

export function foundItemOf(driveFile: DriveFile): FoundItem {
  const fileSkipReason = skipReason(driveFile.mimeType, driveFile.size)
  return {
    id: driveFile.id,
    title: driveFile.name,
    url: driveFile.url,
    version: driveFile.version,
    ...(fileSkipReason === undefined ? {} : { skip: fileSkipReason }),
    detail: driveFile.mimeType,
  }
}

/** In the language of Drive's searches. */
export const quoteForSearch = (searchText: string): string =>
  `'${searchText.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const NO_MEDIA_QUERY = MEDIA_TYPE_PREFIXES.map((kind) => `not mimeType contains ${quoteForSearch(kind)}`).join(' and ')
export const LISTED_FILES_QUERY = `trashed = false and ${NO_MEDIA_QUERY}`

export interface FilePage {
  files: DriveFile[]
  nextPageToken: string | null
  /** False where Google says that it did not look everywhere. */
  isWhole: boolean
}

/** Returns one page of search results, in the shared drive `driveId` or everywhere the account has access. */
export async function findFiles(
  driveCall: DriveCall,
  searchOptions: { q: string; driveId: string | null; pageToken: string | null; pageSize: number; orderBy?: string },
): Promise<FilePage> {
  const fileList = await driveCall((drive) =>
    drive.files.list({
      ...EVERYWHERE,
      ...(searchOptions.driveId ? { corpora: 'drive', driveId: searchOptions.driveId } : {}),
      ...(searchOptions.pageToken ? { pageToken: searchOptions.pageToken } : {}),
      ...(searchOptions.orderBy ? { orderBy: searchOptions.orderBy } : {}),
      q: searchOptions.q,
      pageSize: searchOptions.pageSize,
      fields: `nextPageToken,incompleteSearch,files(${FILE_FIELDS})`,
    }),
  )
  return {
    files: (fileList.files ?? []).flatMap((fileResource) => parseDriveFile(fileResource) ?? []),
    nextPageToken: fileList.nextPageToken ?? null,
    isWhole: fileList.incompleteSearch !== true,
  }
}

/** Throws ItemGone. */
export const getFile = async (driveCall: DriveCall, fileId: string): Promise<DriveFile | null> =>
  parseDriveFile(await driveCall((drive) => drive.files.get({ fileId, supportsAllDrives: true, fields: FILE_FIELDS })))
