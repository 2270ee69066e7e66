import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AppError } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { DOCUMENT_MAX_BYTES, DOCUMENT_REFUSED, DOCUMENT_TYPES, type DocumentType, type Source } from '../contract.ts'
import { sourceSlug } from '../domain/source-slug.ts'
import { documentFolder } from './document-folder.ts'
import { documents, sources } from './knowledge.table.ts'
import type { KnowledgeServices } from './services.ts'
import { presentSource, readListed, sourcesChanged } from './source-rows.ts'

const NAME_MAX = 200

const CONTENT_TYPES: Record<DocumentType, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
  md: 'text/markdown',
  mdx: 'text/markdown',
  ppt: 'application/vnd.ms-powerpoint',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  rtf: 'application/rtf',
  epub: 'application/epub+zip',
  // Shown as text, so that no upload runs as a page of this site.
  html: 'text/plain',
  htm: 'text/plain',
  eml: 'message/rfc822',
  zip: 'application/zip',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
}

const refused = (why: keyof typeof DOCUMENT_REFUSED): AppError =>
  new AppError('invalid', `document.${why}`, DOCUMENT_REFUSED[why], {
    details: { fields: [{ path: 'file', message: DOCUMENT_REFUSED[why] }] },
  })

/** The file's own name without folders and control signs, short enough to be shown. */
function nameOf(file: File, type: DocumentType): string {
  const last = file.name.split(/[\\/]/).at(-1) ?? ''
  const plain = last.replace(/\p{Cc}/gu, '').trim()
  return plain.length <= NAME_MAX ? plain : `${plain.slice(0, NAME_MAX - type.length - 2)}….${type}`
}

function typeOf(file: File): DocumentType {
  const extension = /\.([a-z0-9]+)$/i.exec(file.name.trim())?.[1]?.toLowerCase()
  const type = DOCUMENT_TYPES.find((one) => one === extension)
  if (!type) throw refused('type')
  if (file.size > DOCUMENT_MAX_BYTES) throw refused('size')
  if (file.size === 0) throw refused('empty')
  return type
}

/**
 * Keeps the file and queues its reading; how that goes is in the ledger.
 * @throws invalid `document.type`, `document.size`, `document.empty`
 */
export async function uploadDocument(
  services: KnowledgeServices,
  context: WorkspaceContext,
  file: File,
): Promise<Source> {
  const type = typeOf(file)
  const name = nameOf(file, type)
  const id = newId()
  const key = `${documentFolder(context.workspaceId)}${newId()}.${type}`
  await services.storage.put(key, Readable.fromWeb(file.stream() as ReadableStream<Uint8Array>), {
    contentType: CONTENT_TYPES[type],
  })
  try {
    return await inTransaction(context, async (transaction) => {
      const { tx, workspaceId } = transaction
      await tx
        .insert(sources)
        .values({ workspaceId, id, kind: 'document', title: name, slug: sourceSlug(name, id), state: 'queued' })
      await tx
        .insert(documents)
        .values({ workspaceId, id: newId(), sourceId: id, name, filePath: key, fileType: type, fileSize: file.size })
      await services.queueReading(tx, { workspace_id: workspaceId, source_id: id })
      await sourcesChanged(transaction, { id })
      return presentSource(await readListed(transaction, id))
    })
  } catch (error) {
    await services.storage.delete(key)
    throw error
  }
}
