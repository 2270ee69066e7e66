/** Supported uploads by file extension; the content decides how a file is read. */
export const DOCUMENT_TYPES = [
  'pdf',
  'doc',
  'docx',
  'txt',
  'md',
  'mdx',
  'ppt',
  'pptx',
  'xlsx',
  'csv',
  'odt',
  'ods',
  'odp',
  'rtf',
  'epub',
  'html',
  'htm',
  'eml',
  'zip',
] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]
export const DOCUMENT_MAX_BYTES = 25 * 1024 * 1024
/** Maximum number of files per upload. */
export const UPLOAD_FILES_MAX = 20
export const DOCUMENT_REFUSED = {
  type: 'This kind of file cannot be read. Upload a PDF, Word, PowerPoint, Excel, OpenDocument, RTF, EPUB, HTML, Markdown, CSV, EML, ZIP or text file.',
  size: 'This file is larger than 25 MB.',
  empty: 'This file is empty.',
} as const

/** Download path of an uploaded document. */
export const documentPath = (workspaceId: string, sourceId: string): string =>
  `/files/workspaces/${workspaceId}/documents/${sourceId}`
