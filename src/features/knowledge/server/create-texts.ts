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
import { buildChunks, clearSources, hashOfText } from './source-chunks.ts'
import { sourcesChanged, sourcesSettled } from './source-rows.ts'

type NewText = z.output<typeof textInput>

/** Texts written together: so few, and of so many characters, that visitors served in between do not notice. */
const MAX_BATCH_TEXTS = 50
const MAX_BATCH_CHARACTERS = 64_000

function prepareText(text: NewText) {
  const sourceKey = { id: newId(), kind: 'text' as const }
  const read = { title: text.title, text: text.content.replaceAll('\f', '\n'), unit: null }
  return { ...sourceKey, text, read, chunks: buildChunks(sourceKey, read) }
}

async function writeTexts(
  transaction: WorkspaceTransaction,
  preparedTexts: ReturnType<typeof prepareText>[],
): Promise<void> {
  await transaction.tx.insert(sources).values(
    preparedTexts.map(({ id, kind, text, read, chunks }) => ({
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
  const allChunks = preparedTexts.flatMap((preparedText) => preparedText.chunks)
  await replaceChunks(transaction, 'document', [], allChunks, SMALL_BATCH_SIZE)
  await sourcesSettled(
    transaction,
    preparedTexts.map(({ id }) => id),
  )
  await sourcesChanged(transaction)
  await contentChanged(transaction)
}

async function removeTexts(transaction: WorkspaceTransaction, sourceIds: string[]): Promise<void> {
  const kind = 'text' as const
  await clearSources(
    transaction,
    sourceIds.map((id) => ({ id, kind })),
  )
  await transaction.tx
    .delete(sources)
    .where(and(eq(sources.workspaceId, transaction.workspaceId), inArray(sources.id, sourceIds)))
  await sourcesChanged(transaction)
  await contentChanged(transaction)
}

/**
 * Each text becomes one row of the ledger, ready at once, with its passages in the index. They are written in small
 * transactions, or in the caller's; when one fails, those before it are removed.
 */
export async function createTexts(context: WorkspaceContext, newTexts: NewText[]): Promise<string[]> {
  const writtenIds: string[] = []
  const weightOf = ({ content }: NewText) => content.length
  try {
    for (const textBatch of batchesOf(newTexts, {
      maxItems: MAX_BATCH_TEXTS,
      maxWeight: MAX_BATCH_CHARACTERS,
      weightOf,
    })) {
      const preparedTexts = textBatch.map(prepareText)
      await inBackground(() => inTransaction(context, (transaction) => writeTexts(transaction, preparedTexts)))
      writtenIds.push(...preparedTexts.map(({ id }) => id))
    }
  } catch (writeError) {
    // The caller's transaction takes back its own.
    if (context.tx === null && writtenIds.length > 0)
      await inTransaction(context, (transaction) => removeTexts(transaction, writtenIds))
    throw writeError
  }
  return writtenIds
}
