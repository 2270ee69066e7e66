import { sql } from 'drizzle-orm'
import { emit, type WorkspaceTransaction } from '../../workspaces/server/index.ts'

/** Locks the workspace's suggestions until the commit. */
export const lockSuggestions = ({ tx, workspaceId }: WorkspaceTransaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`suggestions:${workspaceId}`}, 0))`)

/** Notifies the dashboards. */
export const suggestionsChanged = (transaction: WorkspaceTransaction): Promise<void> =>
  emit(transaction, { type: 'suggestions.changed' })
