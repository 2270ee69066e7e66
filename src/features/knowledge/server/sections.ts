import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'

/** A passage near one that was found, in its source's order. */
export interface SectionRow extends Record<string, unknown> {
  /** The chunk that was found, of the same source. */
  found: string
  id: string
  position: number
  content: string
  heading_path: string[]
  /** Number of passages in the source. */
  size: number
}

/** Passages on either side that are read to complete a section. */
const PASSAGES_EACH_SIDE = 12

/** The passages around each of these chunks: together they hold the sections that the chunks are part of. */
export async function sectionsAround(
  transaction: Tx,
  workspaceId: string,
  chunkIds: readonly string[],
): Promise<SectionRow[]> {
  if (chunkIds.length === 0) return []
  const idsParameter = sql.param([...chunkIds])
  const { rows } = await transaction.execute<SectionRow>(
    sql`select f.id as found, c.id, c.position, c.content, c.heading_path, s.chunk_count as size
        from knowledge_chunks f
        join knowledge_chunks c on c.workspace_id = f.workspace_id and c.source_type = f.source_type
          and c.source_id = f.source_id and c.position between f.position - ${PASSAGES_EACH_SIDE} and f.position + ${PASSAGES_EACH_SIDE}
        join sources s on s.workspace_id = f.workspace_id and s.id = f.source_id
        where f.workspace_id = ${workspaceId} and f.id = any(${idsParameter}::uuid[])
        order by f.id, c.position`,
  )
  return rows
}
