import { and, eq, inArray, ne } from 'drizzle-orm'
import { detectLanguage, indexEntries, removeEntries } from '../../ranking/server/index.ts'
import { contentChanged, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { knowledgeChunks } from './knowledge.table.ts'
import { passageEntry } from './source-chunks.ts'

/**
 * Rebuilds the index entries of these passages from their stored text and removes those of deleted passages. Passages
 * of FAQs belong to the FAQs feature.
 */
export const rewritePassageIndex = (context: WorkspaceContext, chunkIds: string[]): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    const { id, sourceId, sourceName, sourceType, headingPath, content } = knowledgeChunks
    const passageRows = await tx
      .select({ id, sourceId, sourceName, headingPath, content })
      .from(knowledgeChunks)
      .where(and(eq(knowledgeChunks.workspaceId, workspaceId), inArray(id, chunkIds), ne(sourceType, 'faq')))
      .orderBy(id)
      .for('update')
    await removeEntries(tx, workspaceId, chunkIds)
    await indexEntries(
      tx,
      workspaceId,
      passageRows.map((passageRow) => ({
        chunk_id: passageRow.id,
        source_id: passageRow.sourceId,
        ...passageEntry({
          title: passageRow.sourceName,
          language: detectLanguage(passageRow.content),
          headings: passageRow.headingPath,
          text: passageRow.content,
        }),
      })),
    )
    await contentChanged(transaction)
  })
