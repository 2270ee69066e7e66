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

const MAX_NAME_LENGTH = 200

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

const refusalError = (refusal: keyof typeof DOCUMENT_REFUSED): AppError =>
  new AppError('invalid', `document.${refusal}`, DOCUMENT_REFUSED[refusal], {
    details: { fields: [{ path: 'file', message: DOCUMENT_REFUSED[refusal] }] },
  })

/** The file's own name without folders and control signs, short enough to be shown. */
function documentName(uploadedFile: File, type: DocumentType): string {
  const baseName = uploadedFile.name.split(/[\\/]/).at(-1) ?? ''
  const printableName = baseName.replace(/\p{Cc}/gu, '').trim()
  return printableName.length <= MAX_NAME_LENGTH
    ? printableName
    : `${printableName.slice(0, MAX_NAME_LENGTH - type.length - 2)}….${type}`
}

function documentType(uploadedFile: File): DocumentType {
  const extension = /\.([a-z0-9]+)$/i.exec(uploadedFile.name.trim())?.[1]?.toLowerCase()
  const type = DOCUMENT_TYPES.find((knownType) => knownType === extension)
  if (!type) throw refusalError('type')
  if (uploadedFile.size > DOCUMENT_MAX_BYTES) throw refusalError('size')
  if (uploadedFile.size === 0) throw refusalError('empty')
  return type
}

/**
 * Keeps the file and queues its reading; how that goes is in the ledger.
 * @throws invalid `document.type`, `document.size`, `document.empty`
 */
export async function uploadDocument(
  services: KnowledgeServices,
  context: WorkspaceContext,
  uploadedFile: File,
): Promise<Source> {
  const type = documentType(uploadedFile)
  const name = documentName(uploadedFile, type)
  const id = newId()
  const storageKey = `${documentFolder(context.workspaceId)}${newId()}.${type}`
  await services.storage.put(storageKey, Readable.fromWeb(uploadedFile.stream() as ReadableStream<Uint8Array>), {
    contentType: CONTENT_TYPES[type],
  })
  try {
    return await inTransaction(context, async (transaction) => {
      const { tx, workspaceId } = transaction
      await tx
        .insert(sources)
        .values({ workspaceId, id, kind: 'document', title: name, slug: sourceSlug(name, id), state: 'queued' })
      await tx.insert(documents).values({
        workspaceId,
        id: newId(),
        sourceId: id,
        name,
        filePath: storageKey,
        fileType: type,
        fileSize: uploadedFile.size,
      })
      await services.queueReading(tx, { workspace_id: workspaceId, source_id: id })
      await sourcesChanged(transaction, { id })
      return presentSource(await readListed(transaction, id))
    })
  } catch (insertError) {
    await services.storage.delete(storageKey)
    throw insertError
  }
}
