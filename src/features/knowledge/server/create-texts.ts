import type { z } from 'zod'
import { newId } from '../../../kernel/ids.ts'
import { contentChanged, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { textInput } from '../contract.ts'
import { replaceChunks } from './chunks.ts'
import { sources } from './knowledge.table.ts'
import { chunksOf, hashOfText } from './source-chunks.ts'
import { sourcesChanged } from './source-rows.ts'

type Text = z.output<typeof textInput>

/** Each text becomes one row of the ledger, ready at once, with its passages in the index; all or none are written. */
export async function createTexts(ctx: WorkspaceContext, texts: Text[]): Promise<string[]> {
  const prepared = texts.map((text) => {
    const source = { id: newId(), kind: 'text' as const }
    const read = { title: text.title, text: text.content.replaceAll('\f', '\n'), unit: null }
    return { ...source, text, read, chunks: chunksOf(source, read) }
  })
  return inTransaction(ctx, async (ctx) => {
    await ctx.tx.insert(sources).values(
      prepared.map(({ id, kind, text, read, chunks }) => ({
        workspaceId: ctx.workspaceId,
        id,
        kind,
        title: text.title,
        url: text.url ?? null,
        content: read.text,
        contentHash: hashOfText(read),
        state: chunks.length > 0 ? ('ready' as const) : ('failed' as const),
        reason: chunks.length > 0 ? null : 'No text was found in it.',
        progress: 100,
        chunkCount: chunks.length,
        lastSeenAt: new Date(),
      })),
    )
    await replaceChunks(
      ctx,
      'document',
      [],
      prepared.flatMap(({ chunks }) => chunks),
    )
    await sourcesChanged(ctx)
    await contentChanged(ctx)
    return prepared.map(({ id }) => id)
  })
}
