import type { z } from 'zod'
import { newId } from '../../../kernel/ids.ts'
import { detectLanguage } from '../../ranking/server/index.ts'
import { contentChanged, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { textInput } from '../contract.ts'
import { splitPassages } from '../domain/passages.ts'
import { type ChunkInput, replaceChunks } from './chunks.ts'
import { sources } from './knowledge.table.ts'

type Text = z.output<typeof textInput>

function chunksOf(sourceId: string, text: Text): ChunkInput[] {
  const language = detectLanguage(text.content)
  return splitPassages(text.content).map((passage, position) => ({
    source_type: 'document',
    source_id: sourceId,
    source_name: text.title,
    content: passage.text,
    position,
    heading_path: passage.heading_path,
    searchable: true,
    entry: {
      kind: 'passage',
      language,
      question: [text.title, ...passage.heading_path].join(' · '),
      alternatives: [],
      body: passage.text,
    },
  }))
}

/** Each text becomes one row of the ledger, ready at once, with its passages in the index; all or none are written. */
export async function createTexts(ctx: WorkspaceContext, texts: Text[]): Promise<string[]> {
  const prepared = texts.map((text) => {
    const id = newId()
    return { id, text, chunks: chunksOf(id, text) }
  })
  return inTransaction(ctx, async (ctx) => {
    await ctx.tx.insert(sources).values(
      prepared.map(({ id, text, chunks }) => ({
        workspaceId: ctx.workspaceId,
        id,
        kind: 'text' as const,
        title: text.title,
        url: text.url ?? null,
        content: text.content,
        state: chunks.length > 0 ? ('ready' as const) : ('failed' as const),
        reason: chunks.length > 0 ? null : 'No text was found in it.',
        chunkCount: chunks.length,
      })),
    )
    await replaceChunks(
      ctx,
      'document',
      [],
      prepared.flatMap(({ chunks }) => chunks),
    )
    await contentChanged(ctx)
    return prepared.map(({ id }) => id)
  })
}
