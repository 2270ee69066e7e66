import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { batchesOf } from '../../../kernel/batches.ts'
import { newId } from '../../../kernel/ids.ts'
import { inBackground } from '../../../platform/db/index.ts'
import {
  contentChanged,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import type { textInput } from '../contract.ts'
import { sourceSlug } from '../domain/source-slug.ts'
import { replaceChunks, SMALL_BATCH_SIZE } from './chunks.ts'
import { sources } from './knowledge.table.ts'
import { chunksOf, clearSources, hashOfText } from './source-chunks.ts'
import { sourcesChanged, sourcesSettled } from './source-rows.ts'

type Text = z.output<typeof textInput>

/** Texts written together: so few, and of so many characters, that visitors served in between do not notice. */
const BATCH_TEXTS = 50
const BATCH_CHARACTERS = 64_000

function prepare(text: Text) {
  const source = { id: newId(), kind: 'text' as const }
  const read = { title: text.title, text: text.content.replaceAll('\f', '\n'), unit: null }
  return { ...source, text, read, chunks: chunksOf(source, read) }
}

async function writeTexts(transaction: WorkspaceTransaction, texts: ReturnType<typeof prepare>[]): Promise<void> {
  await transaction.tx.insert(sources).values(
    texts.map(({ id, kind, text, read, chunks }) => ({
      workspaceId: transaction.workspaceId,
      id,
      kind,
      title: text.title,
      url: text.url ?? null,
      slug: sourceSlug(text.title, id),
      content: read.text,
      contentHash: hashOfText(read),
      state: chunks.length > 0 ? ('ready' as const) : ('failed' as const),
      reason: chunks.length > 0 ? null : 'No text was found in it.',
      progress: 100,
      chunkCount: chunks.length,
      lastSeenAt: new Date(),
    })),
  )
  const chunks = texts.flatMap((text) => text.chunks)
  await replaceChunks(transaction, 'document', [], chunks, SMALL_BATCH_SIZE)
  await sourcesSettled(
    transaction,
    texts.map(({ id }) => id),
  )
  await sourcesChanged(transaction)
  await contentChanged(transaction)
}

async function removeTexts(transaction: WorkspaceTransaction, ids: string[]): Promise<void> {
  const kind = 'text' as const
  await clearSources(
    transaction,
    ids.map((id) => ({ id, kind })),
  )
  await transaction.tx
    .delete(sources)
    .where(and(eq(sources.workspaceId, transaction.workspaceId), inArray(sources.id, ids)))
  await sourcesChanged(transaction)
  await contentChanged(transaction)
}

/**
 * Each text becomes one row of the ledger, ready at once, with its passages in the index. They are written in small
 * transactions, or in the caller's; when one fails, those before it are removed.
 */
export async function createTexts(context: WorkspaceContext, texts: Text[]): Promise<string[]> {
  const written: string[] = []
  const weightOf = ({ content }: Text) => content.length
  try {
    for (const batch of batchesOf(texts, { maxItems: BATCH_TEXTS, maxWeight: BATCH_CHARACTERS, weightOf })) {
      const prepared = batch.map(prepare)
      await inBackground(() => inTransaction(context, (transaction) => writeTexts(transaction, prepared)))
      written.push(...prepared.map(({ id }) => id))
    }
  } catch (error) {
    // The caller's transaction takes back its own.
    if (context.tx === null && written.length > 0)
      await inTransaction(context, (transaction) => removeTexts(transaction, written))
    throw error
  }
  return written
}
