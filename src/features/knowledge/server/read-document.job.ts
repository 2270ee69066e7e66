import { buffer } from 'node:stream/consumers'
import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import { contentChanged, inTransaction, jobContext, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { type ImageFiles, withStoredImages } from './images/source-images.ts'
import { documents, sources } from './knowledge.table.ts'
import { readFile } from './parsing/read-file.ts'
import type { ReadDocument } from './parsing/read-result.ts'
import type { Recognized } from './parsing/recognize-scans.ts'
import { Unreadable } from './parsing/unreadable.ts'
import type { KnowledgeServices } from './services.ts'
import { clearSources, writeSourceText } from './source-chunks.ts'
import { ofSource, sourcesChanged, sourcesSettled } from './source-rows.ts'

export const INTERRUPTED = 'Reading it was interrupted. Retry to read it again.'
const FILE_GONE = 'The file is no longer there. Upload it again.'
/** Progress in percent when the file is loaded, its text extracted, and its images recognized. */
const PROGRESS_PERCENT = { opened: 15, read: 60, recognized: 95 }

type ClaimedDocument = { id: string; name: string; filePath: string }

/** Marks a document as being read; returns null when it was deleted, excluded or read in between. */
const claimDocument = (context: WorkspaceContext, id: string): Promise<ClaimedDocument | null> =>
  inTransaction(context, async (transaction) => {
    const [row] = await transaction.tx
      .update(sources)
      .set({ state: 'processing', progress: PROGRESS_PERCENT.opened, reason: null, updatedAt: new Date() })
      .where(and(ofSource(transaction, id), inArray(sources.state, ['queued', 'processing'])))
      .returning({ id: sources.id })
    if (!row) return null
    const [file] = await transaction.tx
      .select({ name: documents.name, filePath: documents.filePath })
      .from(documents)
      .where(and(eq(documents.workspaceId, transaction.workspaceId), eq(documents.sourceId, id)))
    await sourcesChanged(transaction, { id })
    return file ? { id, ...file } : null
  })

/** Writes how far the recognition of scanned pages is, with the page that is being read as the reason to wait. */
const saveRecognitionProgress = (
  context: WorkspaceContext,
  id: string,
  donePages: number,
  totalPages: number,
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    await transaction.tx
      .update(sources)
      .set({
        progress: Math.round(
          PROGRESS_PERCENT.read +
            (PROGRESS_PERCENT.recognized - PROGRESS_PERCENT.read) * (totalPages === 0 ? 0 : donePages / totalPages),
        ),
        reason: donePages < totalPages ? `Recognizing the text of page ${donePages + 1} of ${totalPages}.` : null,
        updatedAt: new Date(),
      })
      .where(and(ofSource(transaction, id), eq(sources.state, 'processing')))
    await sourcesChanged(transaction, { id })
  })

/** A Markdown file is known by the title that it gives itself, any other by its name. */
const documentTitle = (fileName: string, { title }: ReadDocument): string =>
  /\.mdx?$/iu.test(fileName) ? (title ?? fileName) : fileName

/** Writes what was read. @returns false when the document was deleted while it was read */
const saveReading = (
  services: KnowledgeServices,
  context: WorkspaceContext,
  claimedDocument: ClaimedDocument,
  { read, note, images }: Recognized & { images: ImageFiles | null },
): Promise<boolean> =>
  inTransaction(context, async (transaction) => {
    const [row] = await transaction.tx
      .select()
      .from(sources)
      .where(ofSource(transaction, claimedDocument.id))
      .for('update')
    if (row?.state !== 'processing') return false
    await transaction.tx
      .update(documents)
      .set({ processed: true })
      .where(and(eq(documents.workspaceId, transaction.workspaceId), eq(documents.sourceId, claimedDocument.id)))
    await writeSourceText(
      transaction,
      row,
      { ...read, images, title: documentTitle(claimedDocument.name, read) },
      { reason: note },
    )
    if (row.images) await services.queueFileRemoval(transaction.tx, row.images.folder)
    await sourcesChanged(transaction, { id: claimedDocument.id })
    await contentChanged(transaction)
    return true
  })

/** Writes why it could not be read; what an earlier reading kept goes with it. */
export const failReading = (context: WorkspaceContext, id: string, reason: string): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const [row] = await transaction.tx
      .update(sources)
      .set({ state: 'failed', reason, progress: 0, chunkCount: 0, content: null, updatedAt: new Date() })
      .where(and(ofSource(transaction, id), eq(sources.state, 'processing')))
      .returning({ id: sources.id, kind: sources.kind })
    if (!row) return
    await clearSources(transaction, [row])
    await sourcesSettled(transaction, [id])
    await sourcesChanged(transaction, { id })
    await contentChanged(transaction)
  })

/** Reads an uploaded file. A second run finds it read, or reads it again. */
export const readDocumentJob = (services: KnowledgeServices) =>
  defineJob({
    name: 'knowledge.read-document',
    schema: z.object({ workspace_id: z.uuid(), source_id: z.uuid() }),
    retryLimit: 2,
    // Timeout: recognizing two hundred images takes most of it.
    expireInSeconds: 900,
    concurrency: 2,
    handler: async ({ workspace_id, source_id }, { signal, final }) => {
      const context = jobContext(services.workspaces, workspace_id)
      const claimedDocument = await claimDocument(context, source_id)
      if (!claimedDocument) return
      try {
        const bytes = await buffer(services.storage.get(claimedDocument.filePath))
        const recognized = await readFile(
          services,
          { name: claimedDocument.name, bytes, images: true },
          signal,
          (donePages, totalPages) => saveRecognitionProgress(context, source_id, donePages, totalPages),
        )
        const sourceKey = { workspaceId: workspace_id, id: source_id }
        await withStoredImages(services.storage, sourceKey, { images: recognized.read.images, signal }, (images) =>
          saveReading(services, context, claimedDocument, { ...recognized, images }),
        )
      } catch (readError) {
        if (readError instanceof Unreadable) return failReading(context, source_id, readError.message)
        if (readError instanceof AppError && readError.code === 'file.not_found')
          return failReading(context, source_id, FILE_GONE)
        if (final && !signal.aborted) await failReading(context, source_id, INTERRUPTED)
        throw readError
      }
    },
  })
