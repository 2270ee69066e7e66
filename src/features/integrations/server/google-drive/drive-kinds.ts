import { formatNumber } from '../../../../kernel/format.ts'
import { DOCUMENT_MAX_BYTES } from '../../../knowledge/contract.ts'

export const MEGABYTE = 1024 * 1024
/** Maximum size of a file, as for uploads. */
export const READ_MAX = DOCUMENT_MAX_BYTES

const GOOGLE = 'application/vnd.google-apps.'
const OFFICE = 'application/vnd.openxmlformats-officedocument.'
export const FOLDER = `${GOOGLE}folder`

/** Way to download a file: exported to a supported format, or unchanged. `extension` is the resulting file type. */
export type Way = { exportAs: string; extension: string } | { extension: string }

const WAYS: ReadonlyMap<string, Way> = new Map(
  Object.entries<Way>({
    [`${GOOGLE}document`]: { exportAs: `${OFFICE}wordprocessingml.document`, extension: 'docx' },
    [`${GOOGLE}presentation`]: { exportAs: `${OFFICE}presentationml.presentation`, extension: 'pptx' },
    [`${GOOGLE}spreadsheet`]: { exportAs: `${OFFICE}spreadsheetml.sheet`, extension: 'xlsx' },
    'application/pdf': { extension: 'pdf' },
    'application/msword': { extension: 'doc' },
    [`${OFFICE}wordprocessingml.document`]: { extension: 'docx' },
    [`${OFFICE}presentationml.presentation`]: { extension: 'pptx' },
    [`${OFFICE}spreadsheetml.sheet`]: { extension: 'xlsx' },
    'text/plain': { extension: 'txt' },
    'text/markdown': { extension: 'md' },
    'text/x-markdown': { extension: 'md' },
    'text/csv': { extension: 'txt' },
  }),
)
export const wayOf = (mimeType: string): Way | undefined => WAYS.get(mimeType)

/** Google's types without text to export. */
const UNREAD: ReadonlyMap<string, string> = new Map(
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
export const MEDIA = ['image/', 'video/', 'audio/']

const sizeText = (bytes: number): string => `${formatNumber(Math.round(bytes / MEGABYTE))} MB`

/** Why a file is not read at all; undefined where it is. `size` in bytes, undefined for Google's own kinds. */
export function skipReason(mimeType: string, size: number | undefined): string | undefined {
  if (!wayOf(mimeType)) {
    const own = mimeType.startsWith(GOOGLE) ? UNREAD.get(mimeType.slice(GOOGLE.length)) : undefined
    return (
      own ??
      'Files of this kind are not read: only Google Docs, Slides and Sheets, PDF, Word, PowerPoint, Excel and text.'
    )
  }
  if (size !== undefined && size > READ_MAX) return `It is larger than ${sizeText(READ_MAX)}: ${sizeText(size)}.`
  return undefined
}

/** Name of the type in the file picker. */
export function kindOf(mimeType: string): string {
  const own = mimeType.startsWith(GOOGLE) ? mimeType.slice(GOOGLE.length) : ''
  if (own === 'folder' || own === 'document' || own === 'spreadsheet' || own === 'presentation') return own
  return 'file'
}
