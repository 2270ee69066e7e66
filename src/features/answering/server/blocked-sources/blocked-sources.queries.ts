import { desc, eq } from 'drizzle-orm'
import {
  inReadTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../../workspaces/server/index.ts'
import type { BlockedSource } from '../../contract.ts'
import { blockedSources } from './blocked-sources.table.ts'

export const presentBlockedSource = (blockedSource: typeof blockedSources.$inferSelect): BlockedSource => ({
  id: blockedSource.id,
  question: blockedSource.question,
  kind: blockedSource.kind,
  source_id: blockedSource.sourceId,
  title: blockedSource.title,
  blocked_by: blockedSource.blockedBy,
  blocked_at: blockedSource.blockedAt.toISOString(),
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
    const blockedRows = await readBlockedSources(transaction)
    return { items: blockedRows.map(presentBlockedSource) }
  })
