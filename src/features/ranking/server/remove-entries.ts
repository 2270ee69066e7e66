import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import { list } from './statements.ts'

/** Removes entries from the search; unknown ids are ignored. Part of the caller's transaction. */
export async function removeEntries(transaction: Tx, workspaceId: string, chunkIds: string[]): Promise<void> {
  if (!chunkIds.length) return
  await transaction.execute(
    sql`delete from search_entries
        where workspace_id = ${workspaceId}::uuid and chunk_id = any(${list(chunkIds)}::uuid[])`,
  )
}
