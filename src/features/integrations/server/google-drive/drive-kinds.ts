import { formatNumber } from '../../../../kernel/format.ts'
import { DOCUMENT_MAX_BYTES } from '../../../knowledge/contract.ts'

export const MEGABYTE = 1024 * 1024
/** Maximum size of a file, as for uploads. */
export const FILE_BYTES_MAX = DOCUMENT_MAX_BYTES

const GOOGLE_TYPE_PREFIX = 'application/vnd.google-apps.'
const OFFICE_TYPE_PREFIX = 'application/vnd.openxmlformats-officedocument.'
export const FOLDER_MIME_TYPE = `${GOOGLE_TYPE_PREFIX}folder`

/** Way to download a file: exported to a supported format, or unchanged. `extension` is the resulting file type. */
export type DownloadMethod = { exportAs: string; extension: string } | { extension: string }

const DOWNLOAD_METHODS: ReadonlyMap<string, DownloadMethod> = new Map(
  Object.entries<DownloadMethod>({
    [`${GOOGLE_TYPE_PREFIX}document`]: {
      exportAs: `${OFFICE_TYPE_PREFIX}wordprocessingml.document`,
      extension: 'docx',
    },
    [`${GOOGLE_TYPE_PREFIX}presentation`]: {
      exportAs: `${OFFICE_TYPE_PREFIX}presentationml.presentation`,
      extension: 'pptx',
    },
    [`${GOOGLE_TYPE_PREFIX}spreadsheet`]: { exportAs: `${OFFICE_TYPE_PREFIX}spreadsheetml.sheet`, extension: 'xlsx' },
    'application/pdf': { extension: 'pdf' },
    'application/msword': { extension: 'doc' },
    [`${OFFICE_TYPE_PREFIX}wordprocessingml.document`]: { extension: 'docx' },
    [`${OFFICE_TYPE_PREFIX}presentationml.presentation`]: { extension: 'pptx' },
    [`${OFFICE_TYPE_PREFIX}spreadsheetml.sheet`]: { extension: 'xlsx' },
    'text/plain': { extension: 'txt' },
    'text/markdown': { extension: 'md' },
    'text/x-markdown': { extension: 'md' },
    'text/csv': { extension: 'txt' },
  }),
)
export const downloadMethodOf = (mimeType: string): DownloadMethod | undefined => DOWNLOAD_METHODS.get(mimeType)

/** Google's types without text to export. */
const SKIPPED_GOOGLE_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    shortcut: 'This is a shortcut. Choose its target instead.',
    form: 'Forms are not read.',
    map: 'Maps are not read.',
    site: 'Sites are not read here. Add the site’s address as a website.',
    drawing: 'Drawings are not read.',
    jam: 'Drawings are not read.',
    script: 'Scripts are not read.',
  }),
)

/** Pictures, sound and film are no documents: they are not listed, however many there are. */
export const MEDIA_TYPE_PREFIXES = ['image/', 'video/', 'audio/']

const formatMegabytes = (sizeBytes: number): string => `${formatNumber(Math.round(sizeBytes / MEGABYTE))} MB`

/** Why a file is not read at all; undefined where it is. `sizeBytes` is undefined for Google's own kinds. */
export function skipReason(mimeType: string, sizeBytes: number | undefined): string | undefined {
  if (!downloadMethodOf(mimeType)) {
    const googleTypeReason = mimeType.startsWith(GOOGLE_TYPE_PREFIX)
      ? SKIPPED_GOOGLE_TYPES.get(mimeType.slice(GOOGLE_TYPE_PREFIX.length))
      : undefined
    return (
      googleTypeReason ??
      'Files of this kind are not read: only Google Docs, Slides and Sheets, PDF, Word, PowerPoint, Excel and text.'
    )
  }
  if (sizeBytes !== undefined && sizeBytes > FILE_BYTES_MAX)
    return `It is larger than ${formatMegabytes(FILE_BYTES_MAX)}: ${formatMegabytes(sizeBytes)}.`
  return undefined
}

/** Name of the type in the file picker. */
export function pickerKindOf(mimeType: string): string {
  const googleType = mimeType.startsWith(GOOGLE_TYPE_PREFIX) ? mimeType.slice(GOOGLE_TYPE_PREFIX.length) : ''
  if (
    googleType === 'folder' ||
    googleType === 'document' ||
    googleType === 'spreadsheet' ||
    googleType === 'presentation'
  )
    return googleType
  return 'file'
}
