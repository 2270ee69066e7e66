import { desc, eq } from 'drizzle-orm'
import {
  inReadTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../../workspaces/server/index.ts'
import type { BlockedSource } from '../../contract.ts'
import { blockedSources } from './blocked-sources.table.ts'

export const presentBlockedSource = (row: typeof blockedSources.$inferSelect): BlockedSource => ({
  id: row.id,
  question: row.question,
  kind: row.kind,
  source_id: row.sourceId,
  title: row.title,
  blocked_by: row.blockedBy,
  blocked_at: row.blockedAt.toISOString(),
})

/** All of a workspace, the newest first: `BLOCKED_SOURCES_MAX` at most. */
export const readBlockedSources = ({ tx, workspaceId }: WorkspaceTransaction) =>
  tx
    .select()
    .from(blockedSources)
    .where(eq(blockedSources.workspaceId, workspaceId))
    .orderBy(desc(blockedSources.blockedAt), desc(blockedSources.id))

export const listBlockedSources = (context: WorkspaceContext): Promise<{ items: BlockedSource[] }> =>
  inReadTransaction(context, async (transaction) => {
    const rows = await readBlockedSources(transaction)
    return { items: rows.map(presentBlockedSource) }
  })
